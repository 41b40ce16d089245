# Runs in CPython before each program. Reads one job from standard input, runs it, and talks to the host in lines of JSON.
import ast
import asyncio
import io
import json
import keyword
import random
import re
import sys
import traceback

STREAMS = sys.stdin, sys.stdout, sys.stderr
LINE = sys.stdin.buffer
OUT = sys.stdout.buffer
MAX_FRAMES = 10
MAX_ERROR = 4000
MAX_NAME = 256
# As deep as the host reads.
MAX_NESTING = 400


class ToolError(Exception):
    pass


class Output(io.TextIOBase):
    """Keeps what is printed, up to a limit that both streams share."""

    used = 0
    truncated = False

    def __init__(self, limit):
        self.limit = limit
        self.parts = []

    def writable(self):
        return True

    def write(self, text):
        room = self.limit - Output.used
        if len(text) > room:
            Output.truncated = True
        if room > 0:
            self.parts.append(text[:room])
            Output.used += min(len(text), room)
        return len(text)

    def text(self):
        return "".join(self.parts)


class HostLoop(asyncio.BaseEventLoop):
    """An event loop without sockets: when nothing can go on, it asks the host; time passes only when there is nothing to ask."""

    def __init__(self, wait):
        self._now = 0.0
        super().__init__()
        self._selector = self
        self._wait = wait

    def time(self):
        return self._now

    def select(self, timeout):
        if timeout == 0:
            return []
        if not self._wait():
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


def read_line():
    return json.loads(LINE.readline())


def write_line(value):
    OUT.write(json.dumps(value).encode() + b"\n")
    OUT.flush()


waiting = {}
last_call = 0
waiting_length = 0


def main():
    job = read_line()
    limits = job["limits"]
    stdout, stderr = Output(limits["outputLength"]), Output(limits["outputLength"])
    # The real streams are the host's. Nobody answers a program that reads.
    sys.stdout = sys.__stdout__ = stdout
    sys.stderr = sys.__stderr__ = stderr
    sys.stdin = sys.__stdin__ = io.StringIO()
    random.seed(job["seed"])
    outcome = None

    def report():
        calls = [{"id": id, "kind": kind, "name": name, "text": text} for id, (kind, name, text, _) in waiting.items()]
        output = {"stdout": stdout.text(), "stderr": stderr.text(), "truncated": Output.truncated}
        write_line({"calls": calls, "output": output, **({"outcome": outcome} if outcome is not None else {})})

    def wait():
        global waiting_length
        if not waiting:
            return False
        report()
        for result in read_line():
            _, _, text, future = waiting.pop(result["id"])
            waiting_length -= len(text)
            if future.cancelled():
                continue
            if result["isError"]:
                future.set_exception(ToolError(result["value"]))
            else:
                future.set_result(result["value"])
        return True

    def call(kind, name, input):
        global last_call, waiting_length
        if not isinstance(name, str) or len(name) > MAX_NAME:
            raise TypeError(f"A tool is called by its name, a string of at most {MAX_NAME} characters.")
        if not isinstance(input, dict):
            raise TypeError(f"{name} takes a dict with its arguments, or arguments by name.")
        text = json.dumps(input, allow_nan=False)
        if waiting_length + len(text) > limits["waitingLength"]:
            raise ValueError(f"The arguments of the calls that wait are too long: at most {limits['waitingLength']} characters of JSON together.")
        if last_call >= limits["calls"]:
            raise RuntimeError(f"A program makes at most {limits['calls']} calls.")
        if problem := problem_of(text, limits["argumentsLength"]):
            raise ValueError(f"The arguments of {name} are {problem}")
        last_call += 1
        waiting_length += len(text)
        future = loop.create_future()
        waiting[last_call] = (kind, name, text, future)
        return future

    def function(kind, name, parameters=()):
        async def tool(*values, **named):
            if len(values) == 1 and isinstance(values[0], dict) and not named:
                return await call(kind, name, values[0])
            if len(values) > len(parameters):
                raise TypeError(f"{name} takes a dict with its arguments, or arguments by name.")
            return await call(kind, name, {**dict(zip(parameters, values)), **named})

        tool.__name__ = tool.__qualname__ = name
        return tool

    scope = {"__name__": "__main__", "ToolError": ToolError}
    for name in job["tools"]:
        scope.setdefault(python_name(name), function("tool", name))
    if job["search"]:
        scope["search"] = function("search", "search", ["query", "limit"])
        scope["describe"] = function("describe", "describe", ["name"])

    async def call_tool(name, input=None, **named):
        return await call("tool", name, input if input is not None else named)

    scope["call_tool"] = call_tool

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

    # A tool of that name keeps it.
    scope.setdefault("tools", Tools())
    # Models write as if they were imported already.
    scope.setdefault("asyncio", asyncio)
    scope.setdefault("json", json)
    loop = HostLoop(wait)
    asyncio.set_event_loop(loop)
    try:
        program = compile_program(job["code"], scope)
    except (SyntaxError, ValueError) as error:
        outcome = {"reason": "syntax", "error": describe_error(error)}
        return report()
    try:
        value = loop.run_until_complete(run(program, loop))
        outcome = finish(value, limits["valueLength"])
    except Deadlock:
        pass
    except SystemExit as error:
        # What waits is dropped, as by an interpreter that ends.
        waiting.clear()
        outcome = {} if error.code in (None, 0) else {"reason": "exception", "error": describe_error(error)}
    except BaseException as error:
        waiting.clear()
        outcome = {"reason": "exception", "error": describe_error(error)}
    report()


async def run(program, loop):
    value = await program()
    # Calls that the program did not wait for are made before it ends.
    while rest := [task for task in asyncio.all_tasks(loop) if task is not asyncio.current_task()]:
        await asyncio.wait(rest)
    return value


def python_name(name):
    word = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not word or word[0].isdigit():
        word = "_" + word
    return word + "_" if keyword.iskeyword(word) else word


class AwaitRuns(ast.NodeTransformer):
    """Models write `asyncio.run(main())` at the end, as in a script. The loop runs already, so it becomes `await main()`."""

    def visit_Call(self, node):
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="asyncio"), attr="run"), args=[coroutine]):
                return ast.copy_location(ast.Await(coroutine), node)
        return node

    def leave(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = leave


def compile_program(code, scope):
    tree = ast.parse(code, "program")
    wrapper = ast.parse("async def program(): pass")
    wrapper.body[0].body = [AwaitRuns().visit(node) for node in tree.body] or wrapper.body[0].body
    exec(compile(wrapper, "program", "exec"), scope)
    return scope["program"]


def finish(value, limit):
    try:
        text = json.dumps(value, allow_nan=False)
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
    if len(text) > 2 * MAX_NESTING and is_deeper(json.loads(text), MAX_NESTING):
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


main()
