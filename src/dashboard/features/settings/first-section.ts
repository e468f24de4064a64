/** Media query for windows that are wide enough to show the list of sections beside the open one. */
export const BESIDE_CONTENT = '(width >= 48rem)'

export const firstSection = { to: '/settings/profile' } as const
