export { SessionGuard } from './session-guard.tsx'
export { SetupPage } from './setup-page.tsx'
export { SignInPage } from './sign-in-page.tsx'
