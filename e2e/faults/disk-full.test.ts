import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RouteName } from '#contract/routes.ts'
import { until } from '../api/support/until.ts'
import { type Answer, call, must, type Owner, setUp } from '../tools/client.ts'
import { runCommand } from './support/command.ts'
import { newSmallDisk } from './support/disk.ts'
import { newAgent, newInstallation } from './support/installation.ts'
import { createLedger, PAUSE_MS } from './support/ledger.ts'

/** How often the disk is filled up under load; more by hand, as `FAULT_DISK_FULL=10`. */
const ROUNDS = Number(process.env.FAULT_DISK_FULL) || 2
const LONG = 'A sentence that takes up room on the disk. '.repeat(1_000)

describe('a full disk', () => {
  it('refuses writes, answers reads, loses nothing, and goes on when there is room', async () => {
    const disk = await newSmallDisk()
    const installation = await newInstallation('SQLite', {
      ...{ dataDir: disk.folder, within: disk.within },
      env: { DISK_RESERVE: '0' }, // the whole disk is smaller
    })
    try {
      const { product, owner, agent } = await installation.begin()
      const ledger = createLedger(product.url, owner, agent)
      await Promise.all([ledger.writeSource(), ledger.uploadFile(), ledger.converse()])
      await ledger.settle(product.url)

      disk.fill(product)
      const refused = await writeUntilRefused(product.url, owner, agent)
      expectShort(refused)
      const ready = await until('it is not ready', async () => {
        const answer = await fetch(`${product.url}/readyz`)
        return answer.status === 503 && answer
      })
      expect(await ready.json()).toMatchObject({ status: 'short', shortage: 'disk' })
      const file = new File(['There is no room for this.\n'.repeat(100_000)], 'large.txt')
      const upload = await call(product.url, 'createSource', { params: { agent }, body: { type: 'file', file } }, owner)
      expectShort(upload)
      expect(readdirSync(join(disk.folder, 'files'))).toHaveLength(1) // what was uploaded before, and no part of this
      expect((await must(product.url, 'listConversations', { params: { agent } }, owner)).data).toHaveLength(1)
      const { output } = await runCommand('doctor', [], { DATA_DIR: disk.folder })
      expect(output).toContain('data folder')
      expect(output).not.toContain('Let the user that runs the server own')
      await ledger.converse() // may fail; whatever the product acknowledges must exist at the end
      expect(product.process.exitCode).toBeNull()
      expect(product.output()).toContain(disk.says)
      expect(product.output()).not.toContain('cannot rollback')
      for (let request = 0; request < 20; request += 1) await writeUntilRefused(product.url, owner, agent)
      expect(product.output().match(/"shortage":"disk"/g)).toHaveLength(1)
      expect(product.output()).not.toContain('"stack"')

      disk.free(product)
      await until('it is ready again', async () => (await fetch(`${product.url}/readyz`)).ok)
      await until('it writes again', async () => {
        const before = ledger.counts().messages
        await ledger.converse()
        return ledger.counts().messages === before + 2
      })
      await ledger.uploadFile()
      await ledger.check(product.url)

      disk.fill(product)
      await writeUntilRefused(product.url, owner, agent)
      await product.kill()
      disk.free(product)
      const last = await installation.start()
      const { replies } = await ledger.check(last.url)
      const counts = ledger.counts()
      expect(counts.files).toBe(2)
      console.log(`full twice, acknowledged ${JSON.stringify(counts)}, none lost; ${replies} replies`)
      expect(await last.stop()).toBe(0)
    } finally {
      await installation.remove()
      await disk.remove()
    }
  })

  it(`filled and freed ${ROUNDS} times under load loses nothing, and each refusal says that the disk is full`, async () => {
    const disk = await newSmallDisk()
    const installation = await newInstallation('SQLite', {
      ...{ dataDir: disk.folder, within: disk.within },
      env: { DISK_RESERVE: '0' },
    })
    try {
      const { product, owner, agent } = await installation.begin()
      const ledger = createLedger(product.url, owner, agent)
      const answers = new Map<string, number>()
      let isOver = false
      const again = async (act: () => Promise<unknown>) => {
        while (!isOver) await Promise.all([act(), delay(PAUSE_MS)])
      }
      const noted = async (route: 'listConversations' | 'createConversation' | 'getAgent') => {
        const input = { params: { agent }, ...(route === 'createConversation' && { body: {} }) }
        const { status, body } = await call(product.url, route, input as never, owner)
        const answer =
          status < 500 ? `${status}` : `${status} ${(body as { error: { message: string } }).error.message}`
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
      const refusals = () => [...answers].reduce((sum, [answer, times]) => sum + (answer < '500' ? 0 : times), 0)
      const load = Promise.all([
        ...[ledger.writeSource, ledger.uploadFile, ledger.converse, ledger.writeAsPerson].map(again),
        ...(['listConversations', 'createConversation', 'getAgent'] as const).map((route) => again(() => noted(route))),
      ])
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = ledger.counts().people
        await until('it takes messages', async () => ledger.counts().people > before)
        disk.fill(product)
        const refused = refusals()
        await until('it refuses', async () => refusals() > refused)
        disk.free(product)
        await until('there is room again', async () => (await fetch(`${product.url}/readyz`)).ok)
      }
      isOver = true
      await load
      await ledger.check(product.url)
      console.log(
        `full ${ROUNDS} times: ${JSON.stringify([...answers])}, ${JSON.stringify(ledger.counts())}, none lost`,
      )
      const fine = /^20[01]$|^503 .*disk/
      expect([...answers.keys()].filter((answer) => !fine.test(answer))).toEqual([])
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      await disk.remove()
    }
  })

  it.runIf(existsSync('/dev/full'))('under the log costs log lines and nothing else', async () => {
    const full = openSync('/dev/full', 'w')
    const installation = await newInstallation('SQLite')
    try {
      const product = await installation.start({ LOG_LEVEL: 'trace' }, undefined, full)
      const owner = await setUp(product.url)
      const ledger = createLedger(product.url, owner, await newAgent(product.url, owner))
      await Promise.all([ledger.writeSource(), ledger.converse()])
      await ledger.check(product.url)
      expect(await product.stop()).toBe(0)
    } finally {
      closeSync(full)
      await installation.remove()
    }
  })
})

/** Expects the answer to a request that could not be served for want of room. */
function expectShort({ status, headers, body }: Pick<Answer<RouteName>, 'status' | 'headers' | 'body'>) {
  expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
  expect(body.error.message).toContain('disk')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Writes until the product refuses; it first uses up space that is already allocated. */
async function writeUntilRefused(url: string, owner: Owner, agent: string) {
  const body = { type: 'text' as const, content: LONG }
  return until('a write is refused', async () => {
    const answer = await call(url, 'createSource', { params: { agent }, body }, owner)
    return answer.status >= 400 && answer
  })
}
