import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const SIZE = { width: 300, height: 200 }
const red = (size = SIZE) => sharp({ create: { ...size, channels: 4, background: '#d02020' } })
const SECRET = 'taken at home'

/** A PNG that says before its first picture that it has several. */
async function movingPng(): Promise<Buffer> {
  const png = await red().png().toBuffer()
  const header = 8 + 25 // the signature, and the first chunk
  const control = Buffer.alloc(20)
  control.writeUInt32BE(8, 0)
  control.write('acTL', 4, 'latin1')
  return Buffer.concat([png.subarray(0, header), control, png.subarray(header)])
}

/** A WebP image of two frames. */
async function movingWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(16 * 16 * 3, 20), Buffer.alloc(16 * 16 * 3, 200)])
  const raw = { width: 16, height: 32, channels: 3, pageHeight: 16 } as const
  return sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

describe.each(databases())('/agents/{agent}/logo on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let app: Awaited<ReturnType<typeof buildApp>>

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
    app = await buildApp({ deps: test.deps, dashboardFolder: '/nowhere' })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(async () => {
    await app.close()
    await test.close()
  })

  async function put(file: Buffer, { to = agent, cookie = owner.cookie, name = 'file' } = {}) {
    const form = new FormData()
    form.append(name, new File([new Uint8Array(file)], 'logo.svg', { type: 'image/svg+xml' }))
    const { body, headers } = new Request('http://server', { method: 'POST', body: form })
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/agents/${to}/logo`,
      headers: { 'content-type': headers.get('content-type')!, cookie, origin: 'http://localhost:80' },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const settings = async () =>
    (await test.request('getAgentSettings', { params: { agent } }, { cookie: owner.cookie })).data
  const shown = async () => (await test.request('getWidget', { params: { agent } })).data.appearance.logo_url
  const load = (url: string) => app.inject({ url })

  it('is drawn again, smaller and without anything but its pixels, whatever kind it was', async () => {
    const urls = new Set<string>()
    for (const kind of ['png', 'jpeg', 'webp'] as const) {
      const file = await red()
        .withExif({ IFD0: { Copyright: SECRET } })
        .toFormat(kind)
        .toBuffer()
      expect(file.includes(SECRET)).toBe(true)
      const answer = await put(file)
      expect([answer.status, answer.body.data?.appearance.logo_url]).toEqual([200, await shown()])
      const url = (await settings()).appearance.logo_url!
      urls.add(url)
      const image = await load(url)
      expect([image.statusCode, image.headers]).toMatchObject([
        200,
        {
          'content-type': 'image/png',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=31536000, immutable',
        },
      ])
      const { format, width, height } = await sharp(image.rawPayload).metadata()
      expect([format, width, height]).toEqual(['png', 128, 85])
      expect(image.rawPayload.includes(SECRET)).toBe(false)
      expect([...(await sharp(image.rawPayload).raw().toBuffer()).subarray(0, 3)].map((light) => light >> 4)).toEqual([
        13, 2, 2,
      ])
    }
    expect(urls.size).toBe(3)
    const [first = ''] = urls
    expect((await load(first)).statusCode).toBe(404) // another one is shown by now
    expect((await load('/widget/logos/no-id')).statusCode).toBe(404)
  })

  it('stays when the rest of the look is changed, and goes when it is removed', async () => {
    await put(await red().png().toBuffer())
    const url = (await shown())!
    const body = { appearance: { theme: 'dark', logo_url: 'https://elsewhere.example/x.png' } as object }
    await test.request('updateAgentSettings', { params: { agent }, body }, { cookie: owner.cookie })
    expect(await shown()).toBe(url)
    expect((await test.request('removeLogo', { params: { agent } }, { cookie: owner.cookie })).status).toBe(204)
    expect([await shown(), (await load(url)).statusCode]).toEqual([null, 404])
    expect((await test.request('removeLogo', { params: { agent } }, { cookie: owner.cookie })).status).toBe(204)
    expect((await settings()).appearance.theme).toBe('dark')
  })

  it('is refused in words where it can’t be a logo', async () => {
    const wide = await red({ width: 4_097, height: 1 }).png().toBuffer()
    const cmyk = await red().toColourspace('cmyk').jpeg().toBuffer()
    const broken = (await red().png().toBuffer()).subarray(0, 120)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [file, message] of [
      [wide, 'must be at most 4,096 pixels wide and high'],
      [cmyk, 'must be in RGB, not in CMYK'],
      [await movingPng(), 'must not be animated'],
      [await movingWebp(), 'must not be animated'],
      [broken, 'can’t be read as an image'],
      [svg, 'must be a PNG, JPEG or WebP image'],
      [Buffer.alloc(200 * 1_024 + 1), 'must be at most 200 kB'],
    ] as const) {
      const { status, body } = await put(file)
      expect([status, body.error?.details?.[0]]).toMatchObject([
        422,
        { field: 'file', message: `The file field ${message}.` },
      ])
    }
    expect((await put(svg, { name: 'image' })).status).toBe(422)
    const json = { params: { agent }, body: { file: 'x' } as never }
    expect((await test.request('putLogo', json, { cookie: owner.cookie })).status).toBe(422)
    expect(await shown()).toBe(null)
  })

  it('is set by owners and admins of the organization alone, and the audit log tells of it', async () => {
    const stranger = await test.signUp()
    const file = await red().png().toBuffer()
    expect((await put(file, { cookie: stranger.cookie })).status).toBe(403)
    expect((await put(file, { cookie: '' })).status).toBe(401)
    await put(file)
    await test.request('removeLogo', { params: { agent } }, { cookie: owner.cookie })
    const params = { organization: owner.organizationId }
    const { data } = await test.request('listAuditLog', { params }, { cookie: owner.cookie })
    expect(data.slice(0, 2).map(({ action }) => action)).toEqual(['agent.settings_changed', 'agent.settings_changed'])
  })
})
