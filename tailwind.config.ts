import type { Config } from 'tailwindcss'

export default { content: ['./index.html', './src/dashboard/**/*.{ts,tsx}'] } satisfies Config
