"""The API conforms to its OpenAPI document for generated requests."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from garlic.web.api.site.events import ArenaEvent
from garlic.web.app import openapi
from garlic.web.events import Event
from support.web import Server, running_server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ENDLESS = ["/api/events"]  # a stream without an end
HANGS = 600  # seconds: a busy machine is slow, and no fault


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("contract")) as found:
        yield found


def test_every_event_is_documented() -> None:
    ours = {event for event in Event.__subclasses__() if event.__module__.startswith("garlic.")}
    assert set(get_args(ArenaEvent)) == ours
    document = openapi()
    stream = document["paths"]["/api/events"]["get"]["responses"]["200"]["content"]
    kinds = stream["text/event-stream"]["schema"]["anyOf"]
    names = {kind["$ref"].rpartition("/")[2] for kind in kinds}
    assert names == {event.__name__ for event in get_args(ArenaEvent)}
    assert names <= set(document["components"]["schemas"])


@pytest.mark.parametrize("examples", [3, pytest.param(120, marks=pytest.mark.slow)])
def test_every_response_is_as_documented(server: Server, examples: int) -> None:
    document = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json", timeout=HANGS)
    faults = []
    for result in document.exclude(path=ENDLESS).get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: schemathesis.Case[Any]) -> None:
            case.validate_response(case.call(timeout=HANGS), checks=CHECKS)

        try:
            ask()
        except (Exception, BaseExceptionGroup) as fault:  # noqa: BLE001 - try all of them
            faults.append(f"{operation.label}: {fault}")
    assert not faults, "\n\n".join(faults)
