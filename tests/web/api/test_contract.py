"""The API conforms to its OpenAPI document for generated requests."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from support.web import running_server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ENDLESS = ["/api/events"]  # a stream without an end


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("contract")) as found:
        yield found


@pytest.mark.parametrize("examples", [5, pytest.param(120, marks=pytest.mark.slow)])
def test_every_response_is_as_documented(server, examples):
    document = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    faults = []
    for result in document.exclude(path=ENDLESS).get_all_operations():
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
        def ask(case):
            case.validate_response(case.call(timeout=60), checks=CHECKS)

        try:
            ask()
        except (Exception, BaseExceptionGroup) as fault:  # noqa: BLE001 - try all of them
            faults.append(f"{operation.label}: {fault}")
    assert not faults, "\n\n".join(faults)
