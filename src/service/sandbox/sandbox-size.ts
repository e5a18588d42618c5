/** `year`: a busy year of about 20,000 transactions; `sketch`: a sixtieth of it, made in a moment. */
export const sandboxSizes = ['year', 'sketch'] as const;

export type SandboxSize = (typeof sandboxSizes)[number];
