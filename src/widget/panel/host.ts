import { bare } from '../bare.ts'
import { isToPanel, type Look, type ToPage, type ToPanel } from '../messages.ts'
import { type Keeper, keeperOf, UNSENT_PREFIX } from './keeper.ts'

/** What surrounds the panel: the page of a website, or nothing where the chat is a page of its own. */
interface Host {
  keeper: Keeper
  place: { page_url: string; referrer: string; locale: string }
  /** The last proof of who the visitor is that the page has given before `listen` was called. */
  readonly identityToken: string | undefined
  /** The look of which this server's dashboard shows a preview; undefined on all other pages. */
  readonly look: Look | undefined
  /** Whether the link in a mail has opened the chat in this tab. */
  readonly isByLink: boolean
  tell(message: ToPage): void
  /** Sets who is called with the messages that come from now on. */
  listen(listener: (message: ToPanel) => void): void
}

/**
 * The chat's own page: it keeps values in its own local storage, if the browser lets it. A chat that the link in a mail
 * has opened is this tab's alone, so that whoever was forwarded the mail keeps a chat of their own.
 */
export function ownPage(agent: string): Host {
  const prefix = `baton:${agent}:`
  const values = new Map<string, string>()
  const link = takeLink()
  let isByLink = link !== undefined
  let storage: Storage | undefined
  try {
    isByLink ||= window.sessionStorage.getItem(`${prefix}token`) !== null
    storage = isByLink ? window.sessionStorage : window.localStorage
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix)) values.set(key.slice(prefix.length), storage.getItem(key) ?? '')
  } catch {
    storage = undefined
  }
  if (link !== undefined) values.set('token', link)
  const pass = (key: string, value: string | null) => {
    try {
      if (value === null) storage?.removeItem(prefix + key)
      else storage?.setItem(prefix + key, value)
    } catch {
      // The storage is full or blocked: the value lasts as long as the page.
    }
  }
  return {
    keeper: keeperOf(values, pass),
    place: { page_url: bare(location.href), referrer: bare(document.referrer), locale: navigator.language },
    identityToken: undefined,
    look: undefined,
    isByLink,
    tell() {},
    listen(listener) {
      window.addEventListener('storage', ({ key, newValue }) => {
        if (!key?.startsWith(prefix + UNSENT_PREFIX)) return
        const message = { type: 'kept', key: key.slice(prefix.length), value: newValue } as const
        learn(values, message)
        listener(message)
      })
    },
  }
}

/** What a mail's link has brought behind `#`. It is taken out of the address, lest somebody copy it along. */
function takeLink(): string | undefined {
  const [, link] = /^#mail=([\w.-]{1,255})$/.exec(location.hash) ?? []
  if (link) history.replaceState(null, '', location.pathname + location.search)
  return link
}

/** Takes over a value that was kept before, or that another tab has changed since. */
function learn(values: Map<string, string>, { key, value }: ToPanel & { type: 'kept' }): void {
  if (value === null) values.delete(key)
  else values.set(key, value)
}

/**
 * Connects to the page of a website around the frame: it answers a greeting with a port, over which all messages go.
 * Only a page of `origin`, which the server has allowed, is greeted and heard.
 */
export function surroundingPage(origin: string): Promise<Host> {
  return new Promise((done) => {
    window.addEventListener('message', function greet({ data, source, origin: sender, ports }) {
      const [port] = ports
      if (source !== window.parent || sender !== origin || data !== 'baton' || !port) return
      window.removeEventListener('message', greet)
      const values = new Map<string, string>()
      let identityToken: string | undefined
      let look: Look | undefined
      let listener: ((message: ToPanel) => void) | undefined
      const tell = (message: ToPage) => port.postMessage(message)
      port.onmessage = ({ data: message }) => {
        if (!isToPanel(message)) return
        if (message.type === 'preview') {
          if (origin !== location.origin) return
          look = JSON.parse(message.look)
        }
        if (message.type === 'kept') {
          // The panel learns of other tabs' tokens by itself (`connectTabs`).
          if (listener && !message.key.startsWith(UNSENT_PREFIX)) return
          learn(values, message)
        }
        if (listener) listener(message)
        else if (message.type === 'identify') identityToken = message.token
        else if (message.type === 'start') {
          const { page_url, referrer, locale } = message
          const keeper = keeperOf(values, (key, value) => tell({ type: 'keep', key, value }))
          const listen = (next: typeof listener) => {
            listener = next
          }
          done({
            keeper,
            place: { page_url, referrer, locale },
            get identityToken() {
              return identityToken // which may still change until `listen` is called
            },
            get look() {
              return look
            },
            isByLink: false,
            tell,
            listen,
          })
        }
      }
    })
    window.parent.postMessage('baton', origin)
  })
}
