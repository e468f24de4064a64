import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let app: FastifyInstance
const root = mkdtempSync(join(tmpdir(), 'baton-files-'))
const folder = join(root, 'assets/baton')

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const file of ['index.html', 'theme.js', 'assets/main-1.js']) writeFileSync(join(folder, file), ' ')
  test = await createTestApp({ worker: false })
  app = await buildApp({ deps: test.deps, dashboardFolder: folder })
})
afterAll(async () => {
  await app.close()
  await test.close()
  rmSync(root, { recursive: true })
})

it('lets browsers keep what has a hash in its name, and nothing else, wherever the product is installed', async () => {
  const kept = async (url: string) => (await app.inject({ url })).headers['cache-control']
  expect([await kept('/'), await kept('/inbox'), await kept('/theme.js'), await kept('/assets/main-1.js')]).toEqual([
    ...Array(3).fill('no-cache'),
    'public, max-age=31536000, immutable',
  ])
})
