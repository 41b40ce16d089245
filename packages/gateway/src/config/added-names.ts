/** Names of extensions that a program passes to `createGateway`: a config file may use them like the built-in ones. */
export interface AddedNames {
  readonly loaders?: readonly string[] | undefined;
  readonly rankers?: readonly string[] | undefined;
}
