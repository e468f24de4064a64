/** An address without its query and fragment, which may contain secrets. */
export const bare = (url: string): string => url.replace(/[?#].*/s, '')
