/** Headers of every page: what a browser is not to guess, tell, or let it be used for. */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'
}

/** Headers of the built-in pages: they need nothing but their own files (Content Security Policy, level 3). */
export const builtInHeaders = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'].map(
      (name) => `${name} 'self'`
    ),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}

/** Cache-Control of what never changes at its address. */
export const year = 'public, max-age=31536000, immutable'
