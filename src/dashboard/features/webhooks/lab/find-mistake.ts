import { verifyWebhook } from '#client/verify-webhook.ts'

/** The mistakes that keep a genuine webhook from verifying. */
type Mistake =
  | 'header_lost'
  | 'prefix_missing'
  | 'hex_for_base64'
  | 'clock_off'
  | 'body_parsed'
  | 'body_changed'
  | 'wrong_id'
  | 'other_endpoint'
  | 'wrong_secret'

export interface Finding {
  mistake: Mistake | 'none'
  /** What was found of it in what was given, as a sentence; empty where the mistake says it all. */
  detail: string
}

export interface Pasted {
  body: string
  /** As a request has them: `name: value`, one a line. */
  headers: string
  secret: string
  /** Other secrets that whoever looks has, one a line. */
  others: string
  /** The receiver's clock when the request came, in milliseconds; undefined where that is not to be judged. */
  clock: number | undefined
}

const TOLERANCE_SECONDS = 300
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** Says why a webhook does not verify, by mending one thing at a time until it does. */
export async function findMistake(pasted: Pasted): Promise<Finding> {
  const headers = readHeaders(pasted.headers)
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const lost = names.filter((name) => !headers[name])
  if (lost.length > 0) return { mistake: 'header_lost', detail: `Missing: ${lost.join(', ')}.` }
  const secret = pasted.secret.trim()

  const verifies = (changed: Partial<{ body: string; headers: Record<string, string>; secret: string }>) =>
    verifyWebhook(changed.body ?? pasted.body, { ...headers, ...changed.headers }, changed.secret ?? secret, {
      tolerance: Number.POSITIVE_INFINITY,
    }).then(
      () => true,
      // A body that is no JSON was verified before it was parsed.
      (error) => error instanceof SyntaxError,
    )
  const firstThat = async <Case extends { detail: string }>(
    cases: Case[],
    change: (it: Case) => Parameters<typeof verifies>[0],
  ) => {
    for (const it of cases) if (await verifies(change(it))) return it
    return undefined
  }

  if (await verifies({})) return judgeClock(Number(headers['webhook-timestamp']), pasted.clock)
  const prefixed = PREFIX + secret
  if (!secret.startsWith(PREFIX) && (await verifies({ secret: prefixed })))
    return { mistake: 'prefix_missing', detail: '' }

  const hex = hexForms(secret, headers['webhook-signature']!)
  const byHex = await firstThat(hex, ({ secret, signature }) => ({
    ...(secret && { secret }),
    ...(signature && { headers: { 'webhook-signature': signature } }),
  }))
  if (byHex) return { mistake: 'hex_for_base64', detail: byHex.detail }

  const changed = await firstThat(changedOnTheWay(pasted.body), ({ body }) => ({ body }))
  if (changed) return { mistake: 'body_changed', detail: changed.detail }
  const written = await firstThat(rewritten(pasted.body), ({ body }) => ({ body }))
  if (written) return { mistake: 'body_parsed', detail: written.detail }
  const id = await firstThat(otherIds(headers), ({ id }) => ({ headers: { 'webhook-id': id } }))
  if (id) return { mistake: 'wrong_id', detail: id.detail }
  const others = pasted.others.split(/\s+/).filter((other) => other !== '' && other !== secret)
  const other = await firstThat(
    others.map((secret) => ({ secret, detail: `The one that ends in …${secret.slice(-6)} verifies it.` })),
    ({ secret }) => ({ secret }),
  )
  if (other) return { mistake: 'other_endpoint', detail: other.detail }
  return { mistake: 'wrong_secret', detail: formOf(secret) }
}

function judgeClock(sentAt: number, clock: number | undefined): Finding {
  if (clock === undefined) return { mistake: 'none', detail: '' }
  const late = Math.round(clock / 1000 - sentAt)
  if (Math.abs(late) <= TOLERANCE_SECONDS) return { mistake: 'none', detail: '' }
  const minutes = Math.round(Math.abs(late) / 60).toLocaleString('en')
  return {
    mistake: 'clock_off',
    detail: `The clock is ${minutes} minutes ${late > 0 ? 'after' : 'before'} the signature.`,
  }
}

/** Header names in lower case, with their values. Quotation marks and commas of a printed object are left out. */
function readHeaders(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s*['"]?([\w-]+)['"]?\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name && value) found[name.toLowerCase()] = value.replace(/,$/, '').replace(/^(['"])(.*)\1$/, '$2')
  }
  return found
}

const base64 = (hex: string) =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))

/** The secret and the signature taken for hexadecimal where they are written so. */
function hexForms(secret: string, signature: string) {
  const bare = secret.replace(PREFIX, '')
  const isHex = (text: string) => /^(?:[0-9a-f]{2})+$/i.test(text)
  const secrets = isHex(bare) ? [{ secret: PREFIX + base64(bare) }] : []
  const plain = signature.replace(/^v1,/, '')
  const signatures = isHex(plain) ? [{ signature: `v1,${base64(plain)}` }] : []
  return [
    ...secrets.map((it) => ({ ...it, signature: undefined, detail: 'The secret is written in hexadecimal.' })),
    ...signatures.map((it) => ({ ...it, secret: undefined, detail: 'The signature is written in hexadecimal.' })),
    ...secrets.flatMap((one) => signatures.map((other) => ({ ...one, ...other, detail: 'Both are in hexadecimal.' }))),
  ]
}

/** The body as it was before it was parsed and written again with spaces, escapes or another order of its fields. */
function rewritten(body: string) {
  try {
    const value = JSON.parse(body) as Record<string, unknown>
    const { type, timestamp, data, ...rest } = value
    const detail = 'Written without spaces, as it was sent, it verifies.'
    return [
      { body: JSON.stringify(value), detail },
      {
        body: JSON.stringify({ type, timestamp, data, ...rest }),
        detail: 'In the order in which it was sent, it verifies.',
      },
    ].filter((it) => it.body !== body)
  } catch {
    return []
  }
}

/** The body as it was before something between rewrote its characters. */
function changedOnTheWay(body: string) {
  const forms: [string, string][] = [
    ['A line break or a space was added at its end.', body.trimEnd()],
    ['Something was added before and after it.', body.trim()],
    ['A byte order mark was put before it.', body.replace(/^\ufeff/, '')],
    ['Line breaks were added to it.', body.replace(/\r?\n/g, '')],
    [
      'Its characters were escaped for HTML.',
      body
        .replace(/&quot;|&#34;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&'),
    ],
    ['Slashes were escaped.', body.replace(/\\\//g, '/')],
    ['It was read as Latin-1 instead of UTF-8.', asUtf8(body)],
  ]
  return forms.filter(([, form]) => form !== body).map(([detail, body]) => ({ body, detail }))
}

function asUtf8(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0)!)
  return codes.some((code) => code > 0xff) ? text : new TextDecoder().decode(Uint8Array.from(codes))
}

/** Ids that may have been signed in place of the one that was given: other headers' values, with and without `msg_`. */
function otherIds(headers: Record<string, string>) {
  const given = headers['webhook-id']!
  const values = Object.entries(headers)
    .filter(([name]) => !['webhook-timestamp', 'webhook-signature'].includes(name))
    .flatMap(([, value]) => [value, value.replace(/-/g, '')])
  const ids = new Set(
    values.flatMap((value) => [value, value.replace(/^msg_/, ''), `msg_${value}`, value.toLowerCase()]),
  )
  ids.delete(given)
  return [...ids].map((id) => ({ id, detail: `Signed was ${id}.` }))
}

function formOf(secret: string): string {
  if (!secret.startsWith(PREFIX)) return `A secret begins with ${PREFIX}.`
  try {
    const { length } = atob(secret.slice(PREFIX.length))
    return length === SECRET_BYTES
      ? ''
      : `A secret holds ${SECRET_BYTES} bytes, and this one ${length}: is all of it there?`
  } catch {
    return 'After its prefix, a secret is base64, and this one is not: is all of it there?'
  }
}
