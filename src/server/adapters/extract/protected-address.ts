import type { Attributes } from './scan-html.ts'

const PROTECTED_LINK = /\/cdn-cgi\/l\/email-protection#([\da-f]+)$/i

/** The mail address that Cloudflare hides in an element: hexadecimal bytes, of which the first is the others' key. */
export const protectedAddress = (attributes: Attributes): string | undefined => decode(attributes['data-cfemail'])

/** The attributes of an element, with a link to a hidden mail address turned into one to the address itself. */
export function withOpenLink(attributes: Attributes): Attributes {
  const address = decode(PROTECTED_LINK.exec(attributes.href ?? '')?.[1])
  return address === undefined ? attributes : { ...attributes, href: `mailto:${address}` }
}

function decode(hexadecimal: string | undefined): string | undefined {
  if (!hexadecimal || !/^(?:[\da-f]{2}){4,200}$/i.test(hexadecimal)) return undefined
  const [key = 0, ...bytes] = Buffer.from(hexadecimal, 'hex')
  const address = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte ^ key))
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined
}
