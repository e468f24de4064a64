/** Whether a model is the one that comes with the server: its replies cost nothing. */
export const isBuiltIn = ({ slug }: { slug: string }): boolean => slug === 'baton-built-in'
