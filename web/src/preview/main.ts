import { mount } from "svelte";
import "../style/base.css";
import Preview from "./Preview.svelte";

mount(Preview, { target: document.getElementById("app")!, props: { name: location.hash.slice(1) || "lobby" } });
