"""What the application's role may do with the owner's tables, said once for every database, also a real server's."""

from django.db import connections

# Run by the owner before the first migration; what the owner makes later is covered too.
STATEMENTS = [
    "grant usage on schema public to {app}",
    "alter default privileges in schema public grant select, insert, update, delete on tables to {app}",
    "alter default privileges in schema public grant usage, select on sequences to {app}",
    "alter default privileges in schema public grant execute on functions to {app}",
]


def grant(owner: str = "owner", app: str = "default") -> bool:
    """Let the application's role use what the owner makes from now on; says whether there are two roles at all."""
    app_role = connections[app].settings_dict["USER"]
    owner_role = connections[owner].settings_dict["USER"]
    if not app_role or app_role == owner_role:
        return False
    connection = connections[owner]
    quoted = connection.ops.quote_name(app_role)
    with connection.cursor() as cursor:
        for statement in STATEMENTS:
            cursor.execute(statement.format(app=quoted))
    return True
