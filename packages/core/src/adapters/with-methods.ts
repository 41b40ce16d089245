/** The object with other methods. Unlike a copy or a subclass it stays an instance of its class, private fields included. */
export function withMethods<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(real, property): unknown {
      if (Object.hasOwn(methods, property)) return methods[property as keyof Target];
      const value: unknown = Reflect.get(real, property, real);
      return typeof value === "function" && property !== "constructor" ? value.bind(real) : value;
    },
  });
}
