import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { reportFirstLoads } from './build/first-load.ts'
import { ownCopies } from './build/own-copies.ts'
import { recordPackages } from './build/packages-of.ts'
import { precompress } from './build/precompress.ts'

const SERVER_ADDRESS = `http://127.0.0.1:${process.env.PORT ?? 3000}`

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
    ownCopies(),
    precompress(),
    recordPackages(),
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
    // A list of each screen's imports would add 2 kB gzip to every first load and save little: a screen is few files.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // on a slow machine it would report its own slowness in the operator's log
      treeshake: { propertyReadSideEffects: false }, // no code here reads a property for what reading it does
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups } },
    },
  },
  server: {
    port: 5173,
    // The server is told the browser's own host: it takes changes from no other origin.
    proxy: Object.fromEntries(
      ['/v1', '/api', '/docs', '/widget', '/chat'].map((path) => [
        path,
        { target: SERVER_ADDRESS, changeOrigin: false },
      ]),
    ),
  },
})
