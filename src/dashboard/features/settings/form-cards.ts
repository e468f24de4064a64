/** Re-exports the settings cards with form validation, so that the build puts them into one file. */
export { EmailCard } from './email-card.tsx'
export { NameCard } from './name-card.tsx'
export { OrganizationCard } from './organization-card.tsx'
export { PasswordCard } from './password-card.tsx'
