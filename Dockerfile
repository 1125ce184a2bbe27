# The service in a container of its own. Build it, make the schema, publish the rulebook, serve:
#   docker build -t pitbook .
#   docker run --rm -v pitbook:/data pitbook migrate
#   docker run --rm -v pitbook:/data -v ./my-house.toml:/my-house.toml pitbook seed --property /my-house.toml
#   docker run --rm -v pitbook:/data pitbook keys create --login ada --role admin
#   docker run -p 8377:8377 -v pitbook:/data pitbook
# Any other command of `python -m service` runs the same way (`pitbook keys --help`).

FROM python:3.11.14-slim-bookworm AS build
COPY requirements.lock .
RUN python -m venv /opt/pitbook \
    && /opt/pitbook/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock

FROM python:3.11.14-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --create-home pitbook
COPY --from=build /opt/pitbook /opt/pitbook
WORKDIR /srv/pitbook
COPY LICENSE openapi.yaml ./
COPY engine engine
COPY service service
COPY migrations migrations
COPY seeds seeds
RUN /opt/pitbook/bin/python -m compileall -q engine service migrations

ENV PATH=/opt/pitbook/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PITBOOK_HOST=0.0.0.0 \
    PITBOOK_PORT=8377 \
    PITBOOK_DATABASE_URL=sqlite:////data/pitbook.db
USER 10001
VOLUME /data
EXPOSE 8377
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8377/health/ready', timeout=2)"]
ENTRYPOINT ["python", "-m", "service"]
CMD ["serve"]
