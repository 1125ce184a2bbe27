"""The back office: HTTP, people, tables, money and jobs around the pure engine."""
