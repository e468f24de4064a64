import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachedFile } from '#contract/message-files.ts'
import { tidyUp } from '../../process/housekeeping.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const HOUR_MS = 60 * 60 * 1000
const SECRET = 'taken at home'
const PDF = Buffer.from('%PDF-1.4\n% a plan of the house\n')

const photograph = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#2563eb' } })
    .withExif({ IFD0: { Copyright: SECRET } })
    .jpeg()
    .toBuffer()

describe.each(databases())('files of visitors on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let late = 0
  let scanner: string

  beforeAll(async () => {
    scanner = join('/tmp', `scan-${randomUUID()}.sh`)
    await writeFile(scanner, '#!/bin/sh\ngrep -q infected "$1" && exit 1\ngrep -q puzzling "$1" && exit 2\nexit 0\n')
    const env = { TRUST_PROXY: '127.0.0.1', ATTACHMENT_SCAN_COMMAND: `sh ${scanner}` }
    test = await createTestApp({ database, env, now: () => Date.now() + late })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, 'Breakfast is served from 7:00 to 10:30.')
  })
  afterAll(async () => {
    await rm(scanner)
    await test.close()
  })

  let visits = 0
  async function visitor(of = agent) {
    visits += 1
    const headers = { 'x-forwarded-for': `10.2.0.${visits}` }
    return {
      key: (await test.request('startVisit', { params: { agent: of }, body: {} }, { headers })).data.token,
      headers,
    }
  }
  async function upload(who: { key: string }, bytes: Uint8Array, name = 'photo.jpg') {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], name))
    const { body, headers } = new Request('http://server', { method: 'POST', body: form })
    const answer = await test.app.inject({
      method: 'POST',
      url: '/widget/v1/attachments',
      headers: { 'content-type': headers.get('content-type')!, authorization: `Bearer ${who.key}` },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    })
    const { data, error } = answer.json()
    if (answer.statusCode === 201) expect(attachedFile.parse(data)).toEqual(data)
    return { status: answer.statusCode, data, error, headers: answer.headers }
  }
  const write = (who: { key: string }, attachments: string[], content = '', id = randomUUID()) =>
    test.request('writeMessage', { body: { id, content, attachments } }, who)
  const download = (who: { key: string }, id: string, query = '') =>
    test.app.inject({ url: `/widget/v1/attachments/${id}${query}`, headers: { authorization: `Bearer ${who.key}` } })
  const stored = () => {
    const folder = join(test.config.dataDir, 'files')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  }

  it('are drawn again, sent, and shown to the visitor and to people, who alone read them', async () => {
    const who = await visitor()
    const { status, data } = await upload(who, await photograph())
    expect([status, data]).toMatchObject([201, { name: 'photo.jpg', type: 'image/jpeg', width: 600, height: 400 }])
    expect(stored().some((bytes) => bytes.includes(SECRET))).toBe(false)
    const plan = (await upload(who, PDF, '../plan.pdf')).data
    expect(plan).toEqual({ id: plan.id, name: 'plan.pdf', type: 'application/pdf', size: PDF.length })

    const id = randomUUID()
    const sent = await write(who, [data.id, plan.id], '', id)
    expect([sent.status, sent.data.content]).toEqual([201, '[photo.jpg, plan.pdf]'])
    expect(sent.data.attachments).toEqual([data, plan])
    const again = await write(who, [data.id, plan.id], '', id)
    expect([again.status, again.data]).toEqual([200, sent.data])
    expect((await write(who, [data.id], '', id)).status).toBe(422)
    const { items, conversation } = (await test.request('readVisit', { query: {} }, who)).data
    const shown = items.find((item) => 'message' in item && item.message.id === sent.data.id)
    expect(shown).toMatchObject({ message: { content: '[photo.jpg, plan.pdf]', attachments: [data, plan] } })

    const picture = await download(who, data.id)
    expect([picture.statusCode, picture.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="photo.jpg"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(picture.rawPayload.length).toBe(data.size)
    const small = await download(who, data.id, '?thumbnail=1')
    expect([small.headers['content-type'], (await sharp(small.rawPayload).metadata()).width]).toEqual([
      'image/webp',
      480,
    ])
    expect((await download(who, plan.id, '?thumbnail=1')).statusCode).toBe(404)
    expect((await download(await visitor(), data.id)).statusCode).toBe(404)

    const params = { agent, conversation: conversation!.id }
    const thread = (await test.request('listThread', { params }, owner)).data
    const message = thread.items.find((item) => item.id === sent.data.id)!.message!
    expect(message.attachments).toEqual([data, plan].map((file) => ({ ...file, is_risky: false })))
    const url = `/api/v1/agents/${agent}/conversations/${conversation!.id}/attachments/${data.id}`
    const theirs = await test.app.inject({ url, headers: { cookie: owner.cookie } })
    expect([theirs.statusCode, theirs.rawPayload.length]).toEqual([200, data.size])
    const stranger = await test.signUp()
    expect((await test.app.inject({ url, headers: { cookie: stranger.cookie } })).statusCode).toBe(403)
    expect((await test.app.inject({ url })).statusCode).toBe(401)

    // The public API shows the message in the shape that it has without files.
    const key = await owner.key()
    const listed = (await test.request('listMessages', { params }, { key })).data
    expect(listed.find((one) => one.id === sent.data.id)).not.toHaveProperty('attachments')
  })

  it('come from people too, who send pictures as they are and need no words', async () => {
    const who = await visitor()
    const sent = (await upload(who, PDF, 'plan.pdf')).data.id
    await write(who, [sent], 'Which door?')
    await test.settled()
    const conversation = (await test.request('readVisit', { query: {} }, who)).data.conversation!.id
    const params = { organization: owner.organizationId }
    const bytes = await photograph()
    const file = new File([new Uint8Array(bytes)], 'door.jpg')
    const { data } = await test.request('uploadAttachment', { params, body: { file } }, { cookie: owner.cookie })
    expect(data).toMatchObject({ name: 'door.jpg', type: 'image/jpeg', size: bytes.length, is_risky: false })
    const reply = (body: object) =>
      test.request(
        'replyToVisitor',
        { params: { agent, conversation }, body: { seen_position: '99.0', force: true, ...body } as never },
        { cookie: owner.cookie },
      )
    expect((await reply({ attachments: [sent] })).status).toBe(422)
    expect((await reply({})).status).toBe(422)
    const seen = (await test.request('listThread', { params: { agent, conversation } }, owner)).data.last_position
    const answered = await reply({ attachments: [data.id], seen_position: seen })
    expect(answered.data?.message).toMatchObject({
      content: '[door.jpg]',
      attachments: [{ ...data, width: 600, height: 400 }],
    })
    const shown = { id: data.id, name: 'door.jpg', type: 'image/jpeg', size: bytes.length, width: 600, height: 400 }
    const { items } = (await test.request('readVisit', { query: {} }, who)).data
    const last = items.findLast((item) => 'message' in item)
    expect(last).toMatchObject({ message: { role: 'human', attachments: [shown] } })
    expect((await download(who, data.id)).rawPayload.equals(bytes)).toBe(true)
    const small = await download(who, data.id, '?thumbnail=1')
    expect((await sharp(small.rawPayload).metadata()).width).toBe(480)
    expect((await reply({ attachments: [data.id], seen_position: seen })).status).toBe(422)
  })

  it('are one message’s, of whoever has uploaded them', async () => {
    const [who, other] = [await visitor(), await visitor()]
    const file = (await upload(who, PDF, 'plan.pdf')).data.id
    expect((await write(other, [file])).status).toBe(422)
    expect((await write(who, [file, randomUUID()])).status).toBe(422)
    expect((await write(who, [file, file])).status).toBe(422)
    expect((await write(who, [])).status).toBe(422)
    expect((await write(who, [file], 'Does this fit?')).data.content).toBe('Does this fit?')
    expect((await write(who, [file], 'And this?')).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 6 }, () => upload(who, PDF, 'plan.pdf')))
    expect(
      (
        await write(
          who,
          many.map(({ data }) => data.id),
        )
      ).status,
    ).toBe(422)
  })

  it('are refused by what is in them, and by the program that looks at them', async () => {
    const who = await visitor()
    const problems = []
    for (const [content, name] of [
      ['', 'empty.txt'],
      ['<svg onload="x()">', 'logo.svg'],
      ['<!doctype html><script>x()</script>', 'page.txt'],
      ['MZ'.padEnd(80, '\0'), 'photo.jpg'],
      ['\x89PNG\r\n\x1a\nbroken', 'photo.png'],
      ['infected', 'note.txt'],
      ['puzzling', 'note.txt'],
    ] as const) {
      const { status, error } = await upload(who, Buffer.from(content, 'latin1'), name)
      problems.push([status, error.code, error.details[0]?.field])
    }
    const invalid = [422, 'validation_failed', 'file']
    expect(problems).toEqual([
      ...Array.from({ length: 5 }, () => invalid),
      [422, 'attachment_refused', undefined],
      [503, 'service_unavailable', undefined],
    ])
    expect((await upload(who, Buffer.alloc(10 * 1_048_576 + 1, 'a'), 'long.txt')).status).toBe(422)
    expect((await upload(who, Buffer.alloc(10 * 1_048_576, 'a'), 'long.txt')).status).toBe(201)
    const script = (await upload(who, Buffer.from('echo hello'), 'run.bat')).data.id
    await write(who, [script])
    const { conversation } = (await test.request('readVisit', { query: {} }, who)).data
    const params = { agent, conversation: conversation!.id }
    const { items } = (await test.request('listThread', { params }, owner)).data
    expect(items.flatMap(({ message }) => message?.attachments ?? [])).toMatchObject([
      { name: 'run.bat', is_risky: true },
    ])
  })

  it('are 20 an hour', async () => {
    const who = await visitor()
    for (let count = 0; count < 20; count += 1) expect((await upload(who, PDF)).status).toBe(201)
    const refused = await upload(who, PDF)
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(3600, -2)])
    late += HOUR_MS
    expect((await upload(who, PDF)).status).toBe(201)
  })

  it('are gone from disk a day after nobody sent them, and with the visitor', async () => {
    const word = `zyzzyva${randomUUID()}`
    const has = () => stored().some((bytes) => bytes.includes(word))
    const who = await visitor()
    const unsent = (await upload(who, Buffer.from(`${word} unsent`), 'note.txt')).data.id
    await tidyUp(test.deps)
    expect((await download(who, unsent)).statusCode).toBe(200)
    late += 24 * HOUR_MS
    await tidyUp(test.deps)
    await test.settled()
    expect([(await download(who, unsent)).statusCode, has()]).toEqual([404, false])

    const sent = (await upload(who, Buffer.from(`${word} sent`), `${word}.txt`)).data.id
    await upload(who, Buffer.from(`${word} kept back`), 'note.txt')
    await write(who, [sent])
    await test.settled()
    expect(has()).toBe(true)
    const { chat_user_id } = await test.deps.database.read
      .selectFrom('attachments')
      .innerJoin('conversations', 'conversations.id', 'attachments.conversation_id')
      .select('chat_user_id')
      .where('attachments.id', '=', sent)
      .executeTakeFirstOrThrow()
    const params = { organization: owner.organizationId }
    const matches = (await test.request('findVisitors', { params, body: { chat_user_id } }, owner)).data
    const exported = await test.request('exportVisitors', { params, body: { matches } }, owner)
    await test.settled()
    const url = `/api/v1/organizations/${owner.organizationId}/visitors/exports/${exported.data.id}`
    const file = await test.app.inject({ url, headers: { cookie: owner.cookie } })
    expect(JSON.stringify(file.json())).toContain(`"name":"${word}.txt"`)
    await test.request('eraseVisitors', { params, body: { matches } }, owner)
    await test.settled()
    expect(has()).toBe(false)
    const left = await test.deps.database.read.selectFrom('attachments').select('name').where('id', '=', sent).execute()
    expect(left).toEqual([])
  })
})
