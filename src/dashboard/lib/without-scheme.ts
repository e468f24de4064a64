/** The address of a page as people say it: without `https://`, and without the slash at its end. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\/|\/$/g, '')
