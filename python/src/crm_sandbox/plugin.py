"""The pytest plugin: the fixture `crm`, findings in the summary, and interception of hosts."""

import os
import re
from typing import Any, Dict, Iterator, List, Optional

import crm_sandbox_callers
import pytest

from .account import Account
from .errors import SandboxError
from .report import FAIL_ON, all_findings, failing, finding_lines, interception_lines, plain
from .server import Environment, Server, find_server

_LONGEST_MARK = 500
_LONGEST_NAME = 40


class Run:
    """The sandbox of a test run. It starts when it is first needed."""

    def __init__(self, hosts: List[str], folder: str) -> None:
        self.hosts = hosts
        self.server: Optional[Server] = None
        self.findings: Optional[List[Dict[str, Any]]] = None
        self._folder = folder
        self._environment = Environment()
        self._error: Optional[SandboxError] = None
        self._accounts = 0

    def start(self) -> Server:
        """Returns the sandbox. Raises SandboxError, at each call the same."""
        if self._error is not None:
            raise self._error
        if self.server is None:
            try:
                self.server = find_server(self.hosts, self._folder, self._environment)
            except SandboxError as error:
                self._error = error
                self._environment.restore()
                raise
            crm_sandbox_callers.install()
        return self.server

    def account_for(self, test: str) -> Account:
        """Returns an account of its own for a test. Its name has the worker, so that parallel tests never mix."""
        url = self.start().client.url
        self._accounts += 1
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        title = re.sub(r"[^A-Za-z0-9._-]+", "-", test)[:_LONGEST_NAME]
        return Account(url, f"{worker}-{self._accounts}-{title}")

    def stop(self) -> None:
        """Stops the sandbox, and gives the environment the values that it had before."""
        server, self.server = self.server, None
        try:
            if server is not None:
                server.stop()
        finally:
            self._environment.restore()


_run_key = pytest.StashKey[Run]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("crm-sandbox")
    group.addoption(
        "--crm-fail-on",
        choices=list(FAIL_ON),
        default="never",
        help="fail the run on findings of this level, or of a worse one (default: never)",
    )
    group.addoption(
        "--crm-intercept",
        action="append",
        default=[],
        metavar="HOST",
        help="redirect clients of https://HOST to the sandbox; can be repeated",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    # Now, because a conftest can make a client, which reads the environment once.
    run = _run_of(early_config, early_config.known_args_namespace.crm_intercept)
    if run.hosts:
        _start_or_refuse(run)


def pytest_configure(config: pytest.Config) -> None:
    # A plugin that a conftest names misses the hook above.
    run = _run_of(config, config.getoption("crm_intercept"))
    if run.hosts:
        _start_or_refuse(run)


def _run_of(config: pytest.Config, words: List[str]) -> Run:
    if _run_key not in config.stash:
        hosts = [host.strip() for word in words for host in word.split(",") if host.strip()]
        run = Run(hosts, str(config.rootpath))
        config.stash[_run_key] = run
        config.add_cleanup(run.stop)
    return config.stash[_run_key]


def _start_or_refuse(run: Run) -> None:
    try:
        run.start()
    except SandboxError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Starts one sandbox for all workers, which inherit its variables. A test that needs it reports why it failed."""
    try:
        config.stash[_run_key].start()
    except SandboxError:
        pass


@pytest.fixture
def crm(request: pytest.FixtureRequest) -> Iterator[Account]:
    """An account of the sandbox for this test alone, in the state that the sandbox started with."""
    run = request.config.stash[_run_key]
    mark = {"name": request.node.nodeid.replace("::", " > ")[:_LONGEST_MARK]}
    environment = Environment()
    try:
        account = run.account_for(request.node.name)
        account.reset()
        account.client.send("POST", "/marks", mark)
    except SandboxError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    environment.set("CRM_SANDBOX_KEY", account.key)
    yield account
    environment.restore()
    account.client.send("POST", "/marks", {**mark, "end": True})


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    run, fail_on = session.config.stash[_run_key], session.config.getoption("crm_fail_on")
    if run.server is None or hasattr(session.config, "workerinput"):
        return
    try:
        run.findings = all_findings(run.server.client)
        is_failing = failing(run.findings, fail_on) != ""
    except SandboxError:
        is_failing = fail_on != "never"  # nobody knows what there was to find
    if is_failing and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    run, fail_on = config.stash[_run_key], config.getoption("crm_fail_on")
    if run.server is None or (run.findings == [] and not run.hosts and fail_on == "never"):
        return
    terminalreporter.section("crm-sandbox")
    if run.findings is None:
        terminalreporter.write_line("The sandbox is gone, and its findings with it.", red=True)
        return
    lines = [*finding_lines(run.findings)]
    if run.hosts:
        lines += interception_lines(run.server.client, run.hosts)
    for line in lines:
        terminalreporter.write_line(plain(line))
    because = failing(run.findings, fail_on)
    if because:
        terminalreporter.write_line(
            f"The run fails: {because} (--crm-fail-on {fail_on}).", red=True
        )
