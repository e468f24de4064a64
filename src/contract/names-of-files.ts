/** What a message says in whose stead only files were sent. */
export const namesOfFiles = (files: readonly { name: string }[]): string =>
  `[${files.map(({ name }) => name).join(', ')}]`
