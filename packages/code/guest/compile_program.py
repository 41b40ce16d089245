# Compiles programs in CPython. It stands before bootstrap.py, in one script.
import ast


class Bindings(ast.NodeVisitor):
    """The names that statements bind in their own scope, and those that they declare as global or nonlocal."""

    def __init__(self, statements):
        self.bound = set()
        self.declared = set()
        self.comprehensions = 0
        for statement in statements:
            self.visit(statement)

    def visit_Name(self, node):
        if not self.comprehensions and not isinstance(node.ctx, ast.Load):
            self.bound.add(node.id)

    def visit_NamedExpr(self, node):
        # Also in a comprehension, it binds outside of it.
        self.bound.add(node.target.id)
        self.visit(node.value)

    def visit_function(self, node):
        self.bound.add(node.name)
        self.visit_all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_ClassDef(self, node):
        self.bound.add(node.name)
        self.visit_all([*node.decorator_list, *node.bases, *node.keywords])

    def visit_Lambda(self, node):
        self.visit_all([*node.args.defaults, *node.args.kw_defaults])

    def visit_comprehension_of(self, node):
        self.comprehensions += 1
        self.generic_visit(node)
        self.comprehensions -= 1

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def visit_TypeAlias(self, node):
        self.visit(node.name)

    def visit_import(self, node):
        names = [alias.asname or alias.name.split(".")[0] for alias in node.names]
        self.bound.update(name for name in names if name != "*")

    visit_Import = visit_ImportFrom = visit_import

    def visit_named_part(self, node):
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            self.bound.add(name)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_named_part

    def visit_declaration(self, node):
        self.declared.update(node.names)

    visit_Global = visit_Nonlocal = visit_declaration

    def visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)


class TopLevel(ast.NodeTransformer):
    """
    What only a script may write, as the body of a function has it. Models also write `asyncio.run(main())` at the end, as in a script. The
    loop runs already, so it becomes `await main()`.
    """

    def visit_Call(self, node):
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="asyncio"), attr="run"), args=[coroutine]):
                return ast.copy_location(ast.Await(coroutine), node)
        return node

    def visit_AnnAssign(self, node):
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        plain = ast.Pass() if node.value is None else ast.Assign([node.target], self.visit(node.value))
        return ast.copy_location(plain, node)

    def visit_ImportFrom(self, node):
        if all(alias.name != "*" for alias in node.names):
            return node
        source = f"from {'.' * node.level}{node.module or ''} import *"
        call = ast.Call(ast.Name("__import_all__", ast.Load()), [ast.Constant(source)], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_Global(self, node):
        return ast.copy_location(ast.Pass(), node)

    def leave(self, node):
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = leave


class OuterNames(ast.NodeTransformer):
    """The program's own variables are global: functions in it that call them `nonlocal` mean those."""

    def __init__(self, names):
        self.names = names
        self.scopes = []

    def visit_function(self, node):
        own = Bindings(node.body)
        parameters = [each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)]
        self.scopes.append((own.bound | set(parameters)) - own.declared)
        self.generic_visit(node)
        self.scopes.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Nonlocal(self, node):
        inner = set().union(*self.scopes[:-1])
        outer = [name for name in node.names if name in self.names and name not in inner]
        rest = [name for name in node.names if name not in outer]
        parts = [kind(names) for kind, names in [(ast.Global, outer), (ast.Nonlocal, rest)] if names]
        return [ast.copy_location(part, node) for part in parts]


def compile_program(code, scope):
    """The program as an async function, whose variables are those of the scope: later programs see them."""
    tree = ast.parse(code, "program")
    top = Bindings(tree.body)
    names = top.bound | top.declared
    outer = OuterNames(names | set(scope))
    body = [outer.visit(TopLevel().visit(node)) for node in tree.body]
    wrapper = ast.parse("async def program(): pass")
    if body:
        wrapper.body[0].body = [*([ast.Global(sorted(names))] if names else []), *body]
    ast.fix_missing_locations(wrapper)
    scope["__import_all__"] = lambda source: exec(source, scope)
    made = {}
    exec(compile(wrapper, "program", "exec"), scope, made)
    return made["program"]
