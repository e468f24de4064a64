const PREFIX = 'playground-'

/** An id for whoever tries an agent out, so that the inbox can tell them from visitors. */
export const newPlaygroundVisitor = (): string => `${PREFIX}${crypto.randomUUID().slice(0, 8)}`

export const isPlaygroundVisitor = (id: string): boolean => id.startsWith(PREFIX)
