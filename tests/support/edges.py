"""What is asked about exact edges."""

from typing import Any

from support.house import House

STANDARD = "/v1/rulesets/tcp_standard/versions/1"

US = "/v1/rulesets/tcp_us/versions/1"


def got(house: House, path: str, who: str = "auditor") -> Any:
    answer = house.get(path, who)
    assert answer.status_code == 200, answer.data
    return answer.get_json()
