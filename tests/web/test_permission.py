"""A server does not start with a route that says nothing about who may use it."""

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from garlic.people.rules import Action
from garlic.web.app import _routes, openapi
from garlic.web.permission import RuleMissingError, check_rules, needs, rule_of
from garlic.web.problems import COMMON_RESPONSES, ApiRouter


def answer() -> None:
    """Nothing."""


def test_a_route_without_a_rule_is_refused() -> None:
    router = ApiRouter(prefix="/api")
    router.get("/open", dependencies=[needs(Action.LOOK)])(answer)
    app = FastAPI()
    app.router.routes += router.routes
    check_rules(app)
    router.get("/forgotten")(answer)
    app.router.routes += router.routes[1:]
    with pytest.raises(RuleMissingError, match="no rule says who may use /api/forgotten"):
        check_rules(app)


def test_the_check_sees_every_route_of_the_document() -> None:
    seen = {
        (route.path_format, method.lower())
        for route in _routes().routes
        if isinstance(route, APIRoute) and rule_of(route) is not None
        for method in route.methods or ()
    }
    document = {(path, method) for path, item in openapi()["paths"].items() for method in item}
    assert document <= seen


def test_every_route_says_that_it_can_be_refused() -> None:
    for path, item in openapi()["paths"].items():
        for method, operation in item.items():
            missing = {str(status) for status in COMMON_RESPONSES} - set(operation["responses"])
            assert not missing, f"{method} {path}"
