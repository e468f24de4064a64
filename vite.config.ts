import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { esmReact } from './build/esm-react.ts'
import { reportFirstLoads } from './build/first-load.ts'
import { leanIcons } from './build/lean-icons.ts'
import { leanReact } from './build/lean-react.ts'
import { precompress } from './build/precompress.ts'

const SERVER_ADDRESS = `http://127.0.0.1:${process.env.PORT ?? 3000}`

const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|clsx|class-variance-authority|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core))[\\/]/

/** Modules of the dashboard by their path without its ending, and icons by name. */
function modules(paths: string, icons = 'none'): RegExp {
  const own = `src/dashboard/(${paths})\\.`
  const lucide = `lucide-react/.*/(${icons})\\.mjs`
  return new RegExp(`${own}|${lucide}`.replaceAll('/', '[\\\\/]'))
}

/**
 * Few files for a first visit, as each costs a header and compresses by itself. A group takes what its modules import,
 * but for what an earlier one has: what everything runs on, which seldom changes; the rest of the entry; the frame
 * around every signed-in screen; what tables, changes and forms are made of; the inbox, whichever conversation is open.
 */
const CHUNKS = [
  { name: 'foundation', test: FOUNDATION, tags: ['$initial' as const] },
  { name: 'entry', tags: ['$initial' as const] },
  {
    name: 'frame',
    test: modules(
      'features/(navigation/app-frame|session/session-guard|inbox/lazy-signals)|lib/playground-visitor|ui/(input|badge|relative-time|tab-class)',
      'check|circle-slash|hand|plus|rotate-c?cw|sparkles|trash-2|user|x',
    ),
  },
  { name: 'tables', test: modules('components/(page|data-table|filter-select)|ui/(pagination|select)') },
  { name: 'changes', test: /react-query.*[\\/]useMutation\.|api[\\/]optimistic\./ },
  { name: 'forms', test: modules('components/(form-field|form-card|card|save-footer)|ui/textarea') },
  {
    name: 'inbox',
    test: modules(
      'features/inbox/(inbox-page|lines-query|thread-query|own-takeovers|drafts|seen|turn-badge|visitor|agent-names)',
    ),
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A screen's loader comes with the screen: otherwise every screen's queries would be in the first load of each.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      routesDirectory: 'src/dashboard/routes',
      generatedRouteTree: 'src/dashboard/routeTree.gen.ts',
      quoteStyle: 'single',
      addExtensions: true,
      routeFileIgnorePattern: '\\.test\\.',
      routeTreeFileHeader: ['/* Generated from routes/ by @tanstack/router-plugin: do not edit. */'],
    }),
    react(),
    tailwindcss(),
    leanIcons(),
    leanReact(),
    esmReact(),
    precompress(),
    reportFirstLoads(),
  ],
  resolve: {
    // Under our Content-Security-Policy no script may write a style element; see the file.
    alias: { 'react-style-singleton': fileURLToPath(new URL('src/dashboard/lib/style-singleton.ts', import.meta.url)) },
  },
  build: {
    outDir: 'dist/dashboard',
    manifest: true, // read by build/first-load.ts
    target: 'es2023',
    // The list of what each screen imports would be 2 kB gzip of every first load: screens are few files, so that it saves little.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    port: 5173,
    // The server is told the browser's own host: it takes changes from no other origin.
    proxy: Object.fromEntries(
      ['/v1', '/api', '/docs'].map((path) => [path, { target: SERVER_ADDRESS, changeOrigin: false }]),
    ),
  },
})
