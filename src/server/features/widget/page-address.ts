const LONGEST = 2_048

/**
 * A page's origin and path, since what follows may be secret, cut to 2,048 characters; null if no web page or too long.
 */
export function pageAddress(value: string | null | undefined): string | null {
  if (!value || value.length > LONGEST * 4 || !URL.canParse(value)) return null
  const { protocol, origin, pathname } = new URL(value)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return `${origin}${pathname}`.slice(0, LONGEST)
}

/** A language tag such as `pt-BR`, which some pages write as `pt_BR`; null for anything else. */
export function languageTag(value: string | null | undefined): string | null {
  const tag = value?.replaceAll('_', '-')
  return tag && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(tag) ? tag : null
}
