# Runs in CPython before the first program. Reads jobs from standard input, runs them one after the other in one scope, and talks to the host
# in lines of JSON. Programs may replace whatever they reach: the host checks what it is told.
import asyncio
import io
import json
import keyword
import random
import re
import sys
import traceback

# Without a reference, they would be closed.
STREAMS = sys.stdin, sys.stdout, sys.stderr
LINE = sys.stdin.buffer
OUT = sys.stdout.buffer
MAX_FRAMES = 10
MAX_ERROR = 4000
MAX_NAME = 256
# Rounds of the loop.
MAX_CLEANING = 100
# As deep as the host reads.
MAX_NESTING = 400
# A program that changes these must not break the next one.
dumps, loads = json.dumps, json.loads
all_tasks, current_task, wait_for_all, pause = asyncio.all_tasks, asyncio.current_task, asyncio.wait, asyncio.sleep


class ToolError(Exception):
    pass


class Output(io.TextIOBase):
    """Keeps what a program prints. It stays for later programs, because loggers keep it too."""

    parts = ()

    def writable(self):
        return True

    def write(self, text):
        room = run.output_left
        if len(text) > room:
            run.truncated = True
        if room > 0:
            self.parts.append(text[:room])
            run.output_left -= min(len(text), room)
        return len(text)

    def text(self):
        return "".join(self.parts)


class HostLoop(asyncio.BaseEventLoop):
    """An event loop without sockets: when nothing can go on, it asks the host; time passes only when there is nothing to ask."""

    def __init__(self):
        self._now = 0.0
        super().__init__()
        self._selector = self

    def time(self):
        return self._now

    def select(self, timeout):
        if timeout == 0:
            return []
        if not run.wait():
            if timeout is None:
                raise Deadlock()
            self._now += timeout
        return []

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


class Deadlock(Exception):
    pass


class Abandoned(BaseException):
    """The host went on to another program while this one waited."""


def read_line():
    return loads(LINE.readline())


def write_line(value):
    OUT.write(dumps(value).encode() + b"\n")
    OUT.flush()


class Run:
    """One program: what it waits for, what it printed, and how it ended."""

    def __init__(self, job):
        self.limits = job["limits"]
        self.output_left = self.limits["outputLength"]
        self.truncated = False
        self.waiting = {}
        self.waiting_length = 0
        self.last_call = 0
        self.is_over = False
        self.outcome = None
        self.next_job = None

    def report(self):
        calls = [{"id": id, "kind": kind, "name": name, "text": text} for id, (kind, name, text, _) in self.waiting.items()]
        output = {"stdout": STDOUT.text(), "stderr": STDERR.text(), "truncated": self.truncated}
        write_line({"calls": calls, "output": output, **({"outcome": self.outcome} if self.outcome is not None else {})})

    def take(self, id):
        _, _, text, future = self.waiting.pop(id)
        self.waiting_length -= len(text)
        return future

    def wait(self):
        # What a program cancels before anybody knows of it is not called.
        for id in [id for id, (_, _, _, future) in self.waiting.items() if future.cancelled()]:
            self.take(id)
        if not self.waiting:
            return False
        self.report()
        message = read_line()
        if isinstance(message, dict):
            self.next_job = message
            raise Abandoned()
        for result in message:
            future = self.take(result["id"])
            if result["isError"]:
                future.set_exception(ToolError(result["value"]))
            else:
                future.set_result(result["value"])
        return True

    def call(self, kind, name, input):
        if self.is_over:
            raise RuntimeError("The program has ended.")
        if not isinstance(name, str) or len(name) > MAX_NAME:
            raise TypeError(f"A tool is called by its name, a string of at most {MAX_NAME} characters.")
        if not isinstance(input, dict):
            raise TypeError(f"{name} takes a dict with its arguments, or arguments by name.")
        limits = self.limits
        text = dumps(input, allow_nan=False)
        if self.waiting_length + len(text) > limits["waitingLength"]:
            raise ValueError(f"The arguments of the calls that wait are too long: at most {limits['waitingLength']} characters of JSON together.")
        if self.last_call >= limits["calls"]:
            raise RuntimeError(f"A program makes at most {limits['calls']} calls.")
        if problem := problem_of(text, limits["argumentsLength"]):
            raise ValueError(f"The arguments of {name} are {problem}")
        self.last_call += 1
        self.waiting_length += len(text)
        future = loop.create_future()
        self.waiting[self.last_call] = (kind, name, text, future)
        return future

    def end(self, outcome):
        """What a failed program left running ends with it: nothing of it runs in the next program."""
        self.outcome = outcome
        self.is_over = True
        self.waiting.clear()
        tasks = all_tasks(loop) - left
        for task in tasks:
            task.cancel()
        try:
            loop.run_until_complete(give_time(tasks))
        except BaseException:
            pass
        leave(tasks)


async def give_time(tasks):
    """Tasks may clean up, but not for ever."""
    for _ in range(MAX_CLEANING):
        if all(task.done() for task in tasks):
            return
        await pause(0)


def leave(tasks):
    """Tasks that do not end are kept, because collecting them would run their code in a later program."""
    for task in tasks:
        if not task.done():
            task._log_destroy_pending = False
            left.add(task)


def function(kind, name, parameters=()):
    async def tool(*values, **named):
        if len(values) == 1 and isinstance(values[0], dict) and not named:
            return await run.call(kind, name, values[0])
        if len(values) > len(parameters):
            raise TypeError(f"{name} takes a dict with its arguments, or arguments by name.")
        return await run.call(kind, name, {**dict(zip(parameters, values)), **named})

    tool.__name__ = tool.__qualname__ = name
    return tool


async def call_tool(name, input=None, **named):
    return await run.call("tool", name, input if input is not None else named)


class Tools:
    """Tools by their names: `tools.get_order(id=1)`, or `tools[name]` with a name that a search found."""

    def __getitem__(self, name):
        if not isinstance(name, str):
            raise TypeError("tools takes the name of a tool, such as tools[\"get_order\"].")
        return function("tool", name)

    def __getattr__(self, name):
        # What Python itself looks for is no tool.
        if name.startswith("__"):
            raise AttributeError(name)
        return function("tool", name)


def define_tools(job):
    """The functions of this program, whatever an earlier one made of their names. Others stay: functions of an earlier program call them."""
    given = {"ToolError": ToolError}
    for name in job["tools"]:
        given.setdefault(python_name(name), function("tool", name))
    if job["search"]:
        given["search"] = function("search", "search", ["query", "limit"])
        given["describe"] = function("describe", "describe", ["name"])
    given["call_tool"] = call_tool
    # A tool of that name keeps it.
    given.setdefault("tools", Tools())
    scope.update(given)
    # Models write as if they were imported already.
    scope.setdefault("asyncio", asyncio)
    scope.setdefault("json", json)


def run_job(job):
    global run
    run = Run(job)
    STDOUT.parts, STDERR.parts = [], []
    # The real streams are the host's. Nobody answers a program that reads.
    sys.stdout = sys.__stdout__ = STDOUT
    sys.stderr = sys.__stderr__ = STDERR
    sys.stdin = sys.__stdin__ = io.StringIO()
    define_tools(job)
    # Callbacks and timers of an earlier program are gone.
    loop._ready.clear()
    loop._scheduled.clear()
    loop._timer_cancelled_count = 0
    asyncio.set_event_loop(loop)
    try:
        program = compile_program(job["code"], scope)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        run.end({"reason": "syntax", "error": describe_error(clear_error(error))})
        return run.report()
    try:
        value = loop.run_until_complete(run_to_end(program))
        run.outcome = finish(value, run.limits["valueLength"])
        # What is left was cancelled.
        run.waiting.clear()
    except Deadlock:
        run.end(None)
    except Abandoned:
        # It was ended, so nothing of it runs any more.
        leave(all_tasks(loop))
        return
    except SystemExit as error:
        # What waits is dropped, as by an interpreter that ends.
        run.end({} if error.code in (None, 0) else {"reason": "exception", "error": describe_error(error)})
    except BaseException as error:
        run.end({"reason": "exception", "error": describe_error(error)})
    run.report()


def clear_error(error):
    """The parser and the compiler tell of recursion, and of memory with a text, if code is nested too deeply."""
    is_too_deep = isinstance(error, RecursionError) or (isinstance(error, MemoryError) and error.args)
    return SyntaxError("The program is nested too deeply, or an expression in it is too long: split it up.") if is_too_deep else error


async def run_to_end(program):
    value = await program()
    # Calls that the program did not wait for are made before it ends.
    while rest := all_tasks(loop) - left - {current_task()}:
        await wait_for_all(rest)
    return value


def python_name(name):
    word = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not word or word[0].isdigit():
        word = "_" + word
    return word + "_" if keyword.iskeyword(word) else word


def finish(value, limit):
    try:
        text = dumps(value, allow_nan=False)
        if problem := problem_of(text, limit):
            raise ValueError(f"The returned value is {problem}")
    except (TypeError, ValueError, RecursionError) as error:
        return {"reason": "exception", "error": describe_error(error)}
    return {"value": text} if value is not None else {}


def problem_of(text, max_length):
    """Why the host does not take a value; None if it does."""
    if len(text) > max_length:
        return f"too long: at most {max_length} characters of JSON."
    # Each level takes two characters.
    if len(text) > 2 * MAX_NESTING and is_deeper(loads(text), MAX_NESTING):
        return f"nested too deeply: at most {MAX_NESTING} levels."
    return None


def is_deeper(value, levels):
    # Level by level: the interpreter's stack is small.
    layer = [value]
    for _ in range(levels):
        layer = [item for each in layer for item in items_of(each)]
    return any(isinstance(each, (dict, list)) for each in layer)


def items_of(value):
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def describe_error(error):
    name = str(type(error).__name__)[:MAX_ERROR]
    try:
        message = str(error)[:MAX_ERROR]
    except BaseException:
        message = ""
    lines = [f"program:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "program"]
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(f"program:{error.lineno}")
    stack = "\n".join([f"{name}: {message}", *(f"    at {line}" for line in lines[-MAX_FRAMES:])])
    return {"name": name, "message": message, "stack": stack[: 3 * MAX_ERROR]}


STDOUT, STDERR = Output(), Output()
run = None
loop = HostLoop()
scope = {"__name__": "__main__"}
left = set()
job = read_line()
random.seed(job["seed"])
while True:
    run_job(job)
    job = run.next_job or read_line()
