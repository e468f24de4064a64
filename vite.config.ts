import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanIcons } from './e2e/tools/lean-icons.ts'
import { leanReact } from './e2e/tools/lean-react.ts'
import { precompress } from './e2e/tools/precompress.ts'

const SERVER_ADDRESS = `http://127.0.0.1:${process.env.PORT ?? 3000}`

const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|clsx|class-variance-authority|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core))[\\/]/

const files = (names: string) => new RegExp(`src[\\/]dashboard[\\/](${names.replaceAll('/', '[\\\\/]')})\\.`)

/**
 * Few files for a first visit, as each costs a header and compresses by itself. A group takes what its modules import,
 * but for what an earlier one has: what everything runs on, which seldom changes; the rest of the entry; the frame
 * around every signed-in screen; what tables are made of; and forms.
 */
const CHUNKS = [
  { name: 'foundation', test: FOUNDATION, tags: ['$initial' as const] },
  { name: 'entry', tags: ['$initial' as const] },
  { name: 'entry', test: files('components/logo|ui/input') },
  { name: 'frame', test: files('features/navigation/app-frame|ui/(badge|relative-time)') },
  { name: 'tables', test: files('components/(page|data-table)|ui/(pagination|select)') },
  {
    name: 'forms',
    test: /query-core[\\/].*mutationObserver|src[\\/]dashboard[\\/](components[\\/](form-field|card|save-footer)|ui[\\/]textarea)\./,
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
    precompress(),
  ],
  resolve: {
    // Under our Content-Security-Policy no script may write a style element; see the file.
    alias: { 'react-style-singleton': fileURLToPath(new URL('src/dashboard/lib/style-singleton.ts', import.meta.url)) },
  },
  build: {
    outDir: 'dist/dashboard',
    manifest: true, // read by e2e/tools/first-load.ts
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
  server: { port: 5173, proxy: { '/v1': SERVER_ADDRESS, '/api': SERVER_ADDRESS, '/docs': SERVER_ADDRESS } },
  test: {
    projects: [
      { extends: true, test: { name: 'contract', include: ['src/contract/**/*.test.ts', 'src/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          globalSetup: 'src/server/testing/postgres.ts',
        },
      },
      // The product from outside, as processes of its own. One file at a time: they measure and kill.
      {
        extends: true,
        test: {
          name: 'product',
          include: ['e2e/api/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          globalSetup: 'e2e/api/support/start-products.ts',
        },
      },
      // The product under faults and in several processes: a few by default, FAULT_KILLS=50 for a full run.
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          globalSetup: 'e2e/faults/support/start-postgres.ts',
        },
      },
      {
        extends: true,
        test: { name: 'dashboard', include: ['src/dashboard/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
    ],
  },
})
