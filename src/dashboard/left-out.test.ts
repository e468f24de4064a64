import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leaveOut } from '../../build/lean-react.ts'

const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(import.meta.dirname, file), 'utf8') }))

/** What build/lean-react.ts leaves out of the build, as one would write it. */
const leftOut = {
  hydration: /\bhydrateRoot\b/,
  'view transitions': /\bViewTransition\b|\baddTransitionType\b/,
  'tags that React moves into the head': /<(title|meta|link|style|script|base)[\s>]/,
  'resource hints': /\b(preload|preloadModule|preconnect|prefetchDNS|preinit|preinitModule)\(/,
  'a ref on a fragment': /<Fragment[^>]*\bref=/,
  'activities and lists that suspend': /\b(Activity|SuspenseList)\b/,
  'form actions': /<form[^>]*\saction=\{|\bformAction\b|\buse(ActionState|FormStatus|Optimistic)\b/,
  'custom elements': /<[a-z]+-[a-z-]+[\s>]/,
  'component stacks': /\bcomponentStack\b/,
}

describe('nothing here uses what the build leaves out of React', () => {
  it.each(Object.entries(leftOut))('%s', (_, pattern) => {
    expect(sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)).toEqual([])
  })
})

it('finds every piece of the installed React that it leaves out', () => {
  const folder = join(import.meta.dirname, '../../node_modules/react-dom/cjs')
  const code = readFileSync(join(folder, 'react-dom-client.production.js'), 'utf8')
  expect(leaveOut(code).length).toBeLessThan(code.length * 0.85)
})
