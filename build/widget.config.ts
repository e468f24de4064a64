import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'
import { recordPackages } from './packages-of.ts'
import { precompress } from './precompress.ts'
import { reportWidgetSizes } from './widget-sizes.ts'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Builds the chat for websites: in mode `panel` what the frame and the chat page load, in mode `loader` the script of a
 * website's pages, in mode `badge` the script of the hidden frame that counts what is unread.
 */
export default defineConfig(({ mode }) => ({
  root: ROOT,
  base: '/widget/panel/',
  publicDir: false,
  plugins:
    mode === 'panel'
      ? [precompress(), recordPackages(), reportWidgetSizes('panel')]
      : [reportWidgetSizes(mode === 'badge' ? 'badge' : 'loader')],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    target: 'es2022',
    manifest: mode === 'panel',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // on a slow machine it would report its own slowness in the operator's log
      ...(mode === 'panel' && { input: join(ROOT, 'src/widget/panel/main.tsx') }),
    },
    ...(mode !== 'panel' && {
      lib: {
        entry: join(ROOT, `src/widget/${mode}/${mode}.ts`),
        formats: ['iife' as const],
        name: 'baton',
        fileName: () => `${mode}.js`,
      },
    }),
  },
}))
