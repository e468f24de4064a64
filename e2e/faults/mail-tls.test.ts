import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { mailOf } from '#server/testing/mails.ts'
import { until } from '../api/support/until.ts'
import { must, type Owner } from '../tools/client.ts'
import { type Dovecot, startDovecot } from '../tools/dovecot.ts'
import type { Product } from '../tools/product.ts'
import { type Installation, newInstallation } from './support/installation.ts'
import { hasOpenssl, issue, makeAuthority } from './support/private-authority.ts'

const USER = 'crew'
const ADDRESS = 'crew@boats.example'
if (!hasOpenssl) console.error('openssl is missing: TLS TO MAIL SERVERS WAS NOT TRIED.')

async function secured(folder: string): Promise<Dovecot | null> {
  makeAuthority(folder)
  issue(folder, 'mail', 'mail', 'IP:127.0.0.1')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return startDovecot({ tls: { cert: read('mail.pem'), key: read('mail.key') } })
}

const folder = mkdtempSync(join(tmpdir(), 'baton-mail-tls-'))
const dovecot = hasOpenssl ? await secured(folder) : null
if (!dovecot) rmSync(folder, { recursive: true })

describe.runIf(dovecot)('a mail server with TLS and a private authority', () => {
  let installation: Installation
  let owner: Owner
  let agent: string
  let product: Product

  beforeAll(async () => {
    installation = await newInstallation('SQLite')
    ;({ product, owner, agent } = await installation.begin())
  })
  afterAll(async () => {
    await installation?.remove()
    await dovecot?.stop()
    rmSync(folder, { recursive: true })
  })

  function body(security: 'tls' | 'starttls'): Input<'createMailbox'>['body'] {
    const { port, tlsPort, password } = dovecot!
    const server = { host: '127.0.0.1', port: security === 'tls' ? tlsPort : port, security, user: USER }
    const incoming = {
      type: 'imap' as const,
      ...server,
      folder: 'INBOX',
      auth: { type: 'password' as const, password },
    }
    return { agent_id: agent, name: 'Crew', address: ADDRESS, incoming, ai: 'silent' }
  }
  const caller = () => ({ cookie: owner.cookie })
  const params = () => ({ organization: owner.organizationId })
  const tried = async (security: 'tls' | 'starttls') =>
    (await must(product.url, 'testMailbox', { params: params(), body: body(security) }, caller())).data.incoming

  it('is not believed by itself', async () => {
    for (const security of ['tls', 'starttls'] as const)
      expect(await tried(security), security).toMatchObject({ ok: false, code: 'certificate_invalid' })
  })

  it('is signed in to once its authority is named, and its mail comes', async () => {
    expect(await product.stop()).toBe(0)
    product = await installation.start({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
    for (const security of ['tls', 'starttls'] as const)
      expect(await tried(security), security).toMatchObject({ ok: true, folders: ['INBOX', 'Sent', 'Archive'] })
    const { id } = (await must(product.url, 'createMailbox', { params: params(), body: body('tls') }, caller())).data
    await until('it is connected', async () => {
      const input = { params: { ...params(), mailbox: id } }
      return (await must(product.url, 'getMailbox', input, caller())).data.status === 'connected'
    })
    dovecot!.deliver(USER, mailOf('Are you open?', { From: 'ann@a.example' }))
    await until('its mail has come', async () => {
      const { data } = await must(product.url, 'listConversations', { params: { agent } }, { key: owner.key })
      return data.some(({ chat_user }) => chat_user.id === 'ann@a.example')
    })
  })
})
