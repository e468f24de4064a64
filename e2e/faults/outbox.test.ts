import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../src/widget/panel/api.ts'
import { keeperOf } from '../../src/widget/panel/keeper.ts'
import { createOutbox } from '../../src/widget/panel/outbox.ts'
import { until } from '../api/support/until.ts'
import { freePort } from '../tools/free-port.ts'
import { type Line, startLine } from '../tools/line.ts'
import type { Product } from '../tools/product.ts'
import { databaseNames, newInstallation } from './support/installation.ts'

const SENDS = Number(process.env.FAULT_SENDS ?? 40)
const SENDS_A_KILL = 40
/** Fewer than one session may send in a minute, so that what is sent again is not refused. */
const SENDS_A_VISITOR = 8
const LONGEST_PAUSE_MS = 60
const LONGEST_CUT_MS = 150

/** A visitor's browser: the storage survives its pages, of which one is open at a time. */
function newBrowser(token: string) {
  const storage = new Map<string, string>()
  const open = () => {
    let isLeft = false
    const keep = (key: string, value: string | null) => {
      if (isLeft) return
      if (value === null) storage.delete(key)
      else storage.set(key, value)
    }
    const outbox = createOutbox({
      keeper: keeperOf(new Map(storage), keep),
      changed() {},
      send: (id, content) => call('writeMessage', { body: { id, content } }, token),
      sent: async () => {},
      reached() {},
    })
    outbox.resume(token)
    const leave = () => {
      isLeft = true
      outbox.end()
    }
    return { outbox, leave }
  }
  let page = open()
  return {
    write: (content: string) => page.outbox.add(content, token),
    /** Does what reloading a tab does: the page is gone, but requests it has sent may still arrive. */
    reload() {
      page.leave()
      page = open()
    },
    leave: () => page.leave(),
    isDone: () => storage.size === 0,
  }
}

/** Sends requests of the panel's own client over a line, each visitor's from an address of their own. */
function sendOver(line: Line): void {
  const addresses = new Map<string, string>()
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/')) return real(url, init)
    const headers = new Headers(init.headers)
    const who = headers.get('Authorization') ?? `new ${addresses.size}`
    if (!addresses.has(who)) addresses.set(who, `10.0.${addresses.size >> 8}.${addresses.size & 255}`)
    headers.set('X-Forwarded-For', addresses.get(who)!)
    return real(new URL(url, line.url), { ...init, headers })
  })
}

afterEach(() => vi.unstubAllGlobals())

describe.each(databaseNames())('the outbox of the chat on websites, on %s', (database) => {
  it(`sends ${SENDS} messages once and in order through cuts, reloads and kills`, { timeout: 1_200_000 }, async () => {
    const installation = await newInstallation(database, { env: { TRUST_PROXY: '127.0.0.1/32' } })
    const ports = database === 'PostgreSQL' ? [installation.port, await freePort()] : [installation.port]
    const line = await startLine(() => ports[Math.floor(Math.random() * ports.length)]!)
    try {
      const { product, agent } = await installation.begin()
      const products: Product[] = [product]
      for (const port of ports.slice(1)) products.push(await installation.start({}, port))
      sendOver(line)

      const visitors = await Promise.all(
        Array.from({ length: Math.ceil(SENDS / SENDS_A_VISITOR) }, async () => {
          const { token } = await call('startVisit', { params: { agent }, body: {} })
          return { token, browser: newBrowser(token), written: [] as string[] }
        }),
      )
      let isOver = false
      const counts = { cuts: 0, lostAnswers: 0, reloads: 0, kills: 0 }
      const pause = () => delay(Math.random() * LONGEST_PAUSE_MS)

      const breaking = async () => {
        while (!isOver) {
          await pause()
          if (Math.random() < 0.5) {
            await Promise.race([line.cutAnswerTo('POST /widget/v1/messages'), delay(LONGEST_CUT_MS)])
            counts.lostAnswers += 1
          } else line.cut()
          counts.cuts += 1
          await delay(Math.random() * LONGEST_CUT_MS)
          line.mend()
          await delay(LONGEST_CUT_MS) // some get through
        }
      }
      const killing = async () => {
        for (let kill = 0; kill < Math.ceil(SENDS / SENDS_A_KILL); kill += 1) {
          await delay(Math.random() * 1_000)
          const index = kill % ports.length
          await products[index]!.kill()
          counts.kills += 1
          products[index] = await installation.start({}, ports[index])
        }
      }
      const writing = visitors.map(async ({ browser, written }, index) => {
        for (let number = 0; number < SENDS_A_VISITOR; number += 1) {
          const content = `Visitor ${index}, message ${number}`
          written.push(content)
          browser.write(content)
          await pause()
          if (Math.random() < 0.3) {
            browser.reload()
            counts.reloads += 1
          }
        }
      })
      const killed = killing()
      const broken = breaking()
      await Promise.all([...writing, killed])
      isOver = true
      await broken
      line.mend()
      for (const { browser } of visitors) browser.reload() // instead of waiting half a minute for another try
      await until('everything is sent', async () => visitors.every(({ browser }) => browser.isDone()))

      for (const { token, browser, written } of visitors) {
        browser.leave()
        const { items } = await call('readVisit', { query: {} }, token)
        const said = items.flatMap((item) =>
          'message' in item && item.message.role === 'visitor' ? [item.message.content] : [],
        )
        expect(said).toEqual(written)
      }
      console.log(`${database}: ${SENDS} sends over ${ports.length} processes through ${JSON.stringify(counts)}`)
      for (const one of products) expect(await one.stop()).toBe(0)
    } finally {
      line.close()
      await installation.remove()
    }
  })
})
