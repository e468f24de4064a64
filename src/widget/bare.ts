/** An address without its query and fragment, which may hold what is secret. */
export const bare = (url: string): string => url.replace(/[?#].*/s, '')
