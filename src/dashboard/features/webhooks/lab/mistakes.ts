import type { Finding } from './find-mistake.ts'

/** What each finding is called, and what to do about it. */
export const mistakes: Record<Finding['mistake'], { title: string; remedy: string }> = {
  none: { title: 'It verifies', remedy: 'Body, headers and secret belong together.' },
  header_lost: {
    title: 'A header was lost',
    remedy: 'Let your proxy and framework pass on webhook-id, webhook-timestamp and webhook-signature.',
  },
  prefix_missing: {
    title: 'The prefix of the secret is missing',
    remedy: 'Keep the secret as it was shown, with whsec_ at its beginning. Libraries take the prefix off themselves.',
  },
  hex_for_base64: {
    title: 'Hexadecimal in place of base64',
    remedy: 'Decode the secret after whsec_ as base64, and compare signatures in base64.',
  },
  clock_off: {
    title: 'The clock is off',
    remedy: 'Set the receiver’s clock by NTP. A webhook is refused when it differs by more than five minutes.',
  },
  body_parsed: {
    title: 'The body was parsed and written again',
    remedy: 'Verify the raw body before your framework parses it: the signature is of its exact bytes.',
  },
  body_changed: {
    title: 'The body was changed on its way',
    remedy: 'Find what rewrites it, such as a proxy, a firewall or a wrong character set, and pass it on as it is.',
  },
  wrong_id: {
    title: 'Another id was signed',
    remedy: 'Use the value of the header webhook-id as it came, not a request’s id or an id from the body.',
  },
  other_endpoint: {
    title: 'The secret is of another endpoint',
    remedy: 'Each endpoint has a secret of its own. Use the one of the endpoint with this address.',
  },
  wrong_secret: {
    title: 'The secret is wrong',
    remedy:
      'No change to the body or the id explains it. If the secret is lost, make a new endpoint and delete this one.',
  },
}
