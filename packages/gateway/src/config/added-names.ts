/** Names of what a program gives to `createGateway`: a config file may name them like the built-in ones. */
export interface AddedNames {
  readonly loaders?: readonly string[] | undefined;
  readonly rankers?: readonly string[] | undefined;
}
