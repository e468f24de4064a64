import { beforeAll, describe, expect, inject, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeDocx, makePdf, paragraph } from '#server/adapters/extract/files.fixture.ts'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'
import { messages, trained } from './support/until.ts'

const FACT = 'The observatory dome weighs ninety tonnes.'
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52])
const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type = '') => new File([content], name, { type })
const bytes = (made: Uint8Array) => new Uint8Array(made)

const documents = [
  file(bytes(makePdf([[{ text: FACT, size: 12 }]])), 'dome.pdf', 'application/pdf'),
  file(bytes(makeDocx(paragraph(FACT))), 'dome.docx'),
  file(FACT, 'dome.txt', 'text/plain'),
  file(`# Dome\n\n${FACT}`, 'dome.md', 'text/markdown'),
  file(`Part,Fact\nDome,"${FACT}"\n`, 'dome.csv', 'text/csv'),
  file(`<!doctype html><title>Dome</title><p>${FACT}</p>`, 'dome.html', 'text/html'),
  file(bytes(makePdf([[{ text: FACT, size: 12 }]])), 'a pdf by content.txt', 'text/plain'),
]

describe.each(inject('products'))('POST /agents/{agent}/sources with a file on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const create = (body: object, to = agent) => account.send('createSource', { params: { agent: to }, body })

  it.each(documents.map((document) => [document.name, document] as const))('learns from %s', async (name, document) => {
    const own = (await account.newAgent()).id
    const answer = await create({ type: 'file', file: document }, own)
    const source = answer.data as { id: string; title: string; type: string }
    expect([answer.status, source.type, source.title]).toEqual([201, 'file', name])
    expect((await trained(account, own, source.id)).status).toBe('completed')
    const { id: conversation } = await account.newConversation(own)
    const body = { content: 'How much does the observatory dome weigh?' }
    await account.get('sendMessage', { params: { agent: own, conversation }, body })
    expect((await messages(account, own, conversation, 3))[2]?.content).toContain('ninety tonnes')
  })

  it('takes a title, and no path for a name', async () => {
    const titled = await create({ type: 'file', title: 'The dome', file: file(FACT, 'x.txt') })
    expect([titled.status, titled.data]).toMatchObject([201, { title: 'The dome' }])
    const climbing = await create({ type: 'file', file: file(FACT, '../../etc/passwd.txt') })
    expect(climbing.status).toBe(201)
    expect((await trained(account, agent, (climbing.data as { id: string }).id)).status).toBe('completed')
  })

  it.each([
    ['an empty file', file('', 'empty.txt')],
    ['an image', file(PNG, 'image.png', 'image/png')],
    ['an image that calls itself a PDF', file(PNG, 'image.pdf', 'application/pdf')],
    ['RTF', file('{\\rtf1 Dome}', 'dome.rtf')],
  ])('422 validation_failed on file for %s', async (_what, refused) => {
    const answer = await create({ type: 'file', file: refused })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'file'])
  })

  it('a ZIP that is no document fails in training, with a sentence', async () => {
    const zip = file(new Uint8Array([0x50, 0x4b, 3, 4, ...Array(40).fill(0)]), 'archive.docx')
    const source = (await create({ type: 'file', file: zip })).data as { id: string; task_id: string }
    expect((await trained(account, agent, source.id)).status).toBe('failed')
    const job = await account.get('getTrainingJob', { params: { agent, taskId: source.task_id } })
    expect(job.error).toMatch(/^\p{Lu}.+\.$/u)
  })

  it('422 on what the form lacks or has too much of', async () => {
    const missing = await account.send('createSource', { params: { agent }, body: { type: 'file' } })
    expect(refusal(missing)).toEqual([422, 'validation_failed'])
    const elsewhere = await create({ type: 'file', document: file(FACT, 'x.txt') })
    expect([...refusal(elsewhere), ...refusedFields(elsewhere)]).toEqual([422, 'validation_failed', 'file'])
    expect(elsewhere.body.error.details[0].message).toBe('The file field is required.')
    const noType = await create({ file: file(FACT, 'x.txt') })
    expect([...refusal(noType), ...refusedFields(noType)]).toEqual([422, 'validation_failed', 'type'])
    const longTitle = await create({ type: 'file', title: 'x'.repeat(256), file: file(FACT, 'x.txt') })
    const twice = new FormData()
    twice.append('type', 'file')
    for (const name of ['x.txt', 'y.txt']) twice.append('file', file(FACT, name))
    const address = `${product.url}/v1/agents/${agent}/sources`
    const headers = { authorization: `Bearer ${account.key}` }
    const answer = await fetch(address, { method: 'POST', headers, body: twice })
    const two = { status: answer.status, body: await answer.json() }
    expect([...refusal(two), ...refusedFields(two)]).toEqual([422, 'validation_failed', 'file'])
    expect([...refusal(longTitle), ...refusedFields(longTitle)]).toEqual([422, 'validation_failed', 'title'])
  })

  it('ignores parts nobody asked for', async () => {
    const parts = { type: 'file', before: file(FACT, 'a.txt'), file: file(FACT, 'x.txt'), after: file(FACT, 'b.txt') }
    const answer = await create({ ...parts, comment: 'Mind the dome.' })
    expect([answer.status, answer.data]).toMatchObject([201, { title: 'x.txt' }])
  })

  it('takes 20 MB and answers 413 to a byte more', async () => {
    const large = new Uint8Array(limits.fileBytes).fill(0x20)
    large.set(new TextEncoder().encode(FACT))
    const fits = await create({ type: 'file', file: file(large, 'large.txt') })
    expect(fits.status).toBe(201)
    const over = await create({ type: 'file', file: file(new Uint8Array([...large, 0x20]), 'larger.txt') })
    expect(refusal(over)).toEqual([413, 'validation_failed'])
  })

  it('a file sent as JSON is 422', async () => {
    const answer = await create({ type: 'file', file: 'aGk=' })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'file'])
    expect(answer.body.error.details[0].message).toContain('multipart/form-data')
  })
})
