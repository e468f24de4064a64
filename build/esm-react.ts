import type { Plugin } from 'vite'

const PACKAGES = 'react|react-dom|scheduler|use-sync-external-store'
const ENTRY = new RegExp(
  `node_modules[\\\\/](${PACKAGES})[\\\\/](shim[\\\\/])?(index|client|jsx-runtime|with-selector)\\.js$`,
)
const CODE = new RegExp(`node_modules[\\\\/](${PACKAGES})[\\\\/]cjs[\\\\/].*\\.production\\.js$`)

/** Imports that would keep all of React, as nobody can tell what they use. */
const WHOLE = /\bimport React from ["']react["']/
const BY_NAME = /\b(React\d?)\[" (\w+) "\.trim\(\)\.toString\(\)\]/g

/** For React before 18. */
const SHIM = /use-sync-external-store-shim\.production\.js$/
const BUILT_IN = "export { useSyncExternalStore, useSyncExternalStore as default } from 'react'"

/**
 * Builds React's CommonJS files as modules: every `(0, react.useState)(…)` of ours becomes a plain call, and what
 * nobody imports goes.
 */
export function esmReact(): Plugin[] {
  return [
    {
      name: 'esm-react',
      apply: 'build',
      transform: {
        filter: { id: [ENTRY, CODE] },
        handler: (code, id) => ({
          code: SHIM.test(id) ? BUILT_IN : CODE.test(id) ? toModule(code) : passOn(code),
          map: null,
        }),
      },
    },
    {
      name: 'esm-react:importers',
      apply: 'build',
      transform: {
        filter: { id: /node_modules/, code: [WHOLE, BY_NAME] },
        handler: (code) => ({
          code: code.replace(WHOLE, 'import * as React from "react"').replace(BY_NAME, '$1.$2'),
          map: null,
        }),
      },
    },
  ]
}

/** An entry only chooses between the development and the production file. */
function passOn(code: string): string {
  const file = /module\.exports = require\('(.*\.production\.js)'\)/.exec(code)![1]
  return `export * from '${file}'\nexport { default } from '${file}'\n`
}

function toModule(code: string): string {
  const names = [...new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name!))]
  const body = code
    .replace(/^var ((?:\w+ = require\("[^"]+"\)[,;]\s*)+)/m, (_, required: string) =>
      required.replace(/(\w+) = require\("([^"]+)"\)[,;]/g, 'import * as $1 from "$2";'),
    )
    .replace(new RegExp(`^exports\\.(${names.join('|')}) =`, 'gm'), 'let exported_$1 =')
    .replace(/\bexports\.(\w+)/g, 'exported_$1')
  const pairs = names.map((name) => `exported_${name} as ${name}`)
  const members = names.map((name) => `${name}: exported_${name}`)
  return `${body}\nexport { ${pairs.join(', ')} }\nexport default { ${members.join(', ')} }\n`
}
