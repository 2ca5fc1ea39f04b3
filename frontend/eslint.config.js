import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

// Who may import whom; README.md says it in words.
const FEATURE_INSIDE = "Import another feature through its index ('../bots'), or move what both need to src/lib.";
const UPWARDS = 'Features do not import the app, and lib imports neither features nor the app.';

export default defineConfig(
  { ignores: ['node_modules/', 'public/', 'src/lib/api/schema.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      'no-undef': 'off', // TypeScript checks this
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-navigation-without-resolve': 'off', // for SvelteKit
      'svelte/no-useless-mustaches': ['error', { ignoreStringEscape: true }],
      'svelte/prefer-svelte-reactivity': 'off', // our maps and queries are built, used and dropped
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['src/lib/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '/(features|app|single)(/|$)', message: UPWARDS }] }],
    },
  },
  ...['src/features/*/*', 'src/features/*/*/*'].map((files, depth) => {
    const up = '\\.\\./'.repeat(depth + 1); // leads to src/features
    return {
      files: [files],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { regex: `^${up}[\\w-]+/`, message: FEATURE_INSIDE },
              { regex: `^${up}\\.\\./`, message: `${UPWARDS} Import src/lib as $lib.` },
            ],
          },
        ],
      },
    };
  }),
);
