/** Where the window is this wide, the list of sections stands beside the open one. */
export const BESIDE_CONTENT = '(width >= 48rem)'

/** What the settings begin with. */
export const firstSection = { to: '/settings/profile' } as const
