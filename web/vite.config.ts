import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "127.0.0.1:8899";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/dizhu/_web", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: `http://${SERVER}`, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
