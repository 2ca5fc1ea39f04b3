// The viewer as one file: script and style stand in the page, and its policy lets nothing else run.
import { createHash } from 'node:crypto';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function inlined(): Plugin {
  return {
    name: 'garlic-inlined',
    enforce: 'post',
    generateBundle: {
      order: 'post', // after Vite has filled in what it left open
      handler(_, bundle) {
        let [script, style] = ['', ''];
        for (const [name, part] of Object.entries(bundle)) {
          if (part.type === 'chunk') script += part.code;
          else if (name.endsWith('.css')) style += String(part.source);
          else continue;
          delete bundle[name];
        }
        script = script.replaceAll('</script', '<\\/script');
        const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'`;
        const page = bundle['single.html'];
        if (page?.type !== 'asset') throw new Error('single.html was not built');
        const html = String(page.source).replace(
          /<script type="module"[^>]*><\/script>|<link rel="(stylesheet|modulepreload)"[^>]*>/g,
          '',
        );
        const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <title>`;
        page.source = html
          .replace('<title>', () => head)
          .replace('</head>', () => `<style>${style}</style></head>`)
          // Behind the game that it shows.
          .replace('</body>', () => `<script type="module">${script}</script></body>`);
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), inlined()],
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../src/garlic/web/pages',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: { input: 'single.html', output: { codeSplitting: false } },
  },
});
