/** Assistants and generators of text, pictures and sound. */
import type { Row } from "./row.ts";

/** Services of the group `ai`; all of them are in the channel of that name (B 2.4). */
export const AI: readonly Row[] = [
  ["chatgpt", "ChatGPT", "chatgpt.com openai.com oaistatic.com oaiusercontent.com sora.com"],
  ["claude", "Claude", "claude.ai claude.com anthropic.com claudeusercontent.com"],
  [
    "gemini",
    "Google Gemini",
    "gemini.google.com gemini.google bard.google.com aistudio.google.com generativelanguage.googleapis.com " +
    "robinfrontend-pa.googleapis.com",
  ],
  [
    "copilot",
    "Microsoft Copilot",
    "copilot.microsoft.com copilot.com copilot.cloud.microsoft sydney.bing.com",
  ],
  ["deepseek", "DeepSeek", "deepseek.com"],
  ["grok", "Grok", "grok.com x.ai grok.x.com"],
  ["meta_ai", "Meta AI", "meta.ai"],
  ["perplexity", "Perplexity", "perplexity.ai perplexity.com pplx.ai pplx-res.cloudinary.com"],
  ["mistral", "Mistral Le Chat", "mistral.ai"],
  ["character_ai", "Character.AI", "character.ai characterai.io"],
  ["replika", "Replika", "replika.com replika.ai"],
  ["poe", "Poe", "poe.com poecdn.net"],
  ["qwen", "Qwen", "qwen.ai qwenlm.ai tongyi.aliyun.com tongyi.com"],
  ["kimi", "Kimi", "kimi.com kimi.ai moonshot.cn moonshot.ai"],
  ["doubao", "Doubao", "doubao.com"],
  ["dola", "Dola (Cici)", "dola.com cici.com ciciai.com"],
  ["manus", "Manus", "manus.im"],
  ["you_com", "You.com", "you.com"],
  ["hugging_face", "Hugging Face", "huggingface.co hf.co hf.space"],
  ["midjourney", "Midjourney", "midjourney.com"],
  ["leonardo_ai", "Leonardo.Ai", "leonardo.ai"],
  ["runway", "Runway", "runwayml.com"],
  ["suno", "Suno", "suno.com suno.ai"],
  ["elevenlabs", "ElevenLabs", "elevenlabs.io"],
  [
    "github_copilot",
    "GitHub Copilot",
    "githubcopilot.com copilot-proxy.githubusercontent.com copilot.github.com",
  ],
  ["cursor", "Cursor", "cursor.com cursor.sh"],
  ["notebooklm", "NotebookLM", "notebooklm.google.com notebooklm.google"],
  ["grammarly", "Grammarly", "grammarly.com grammarly.io"],
  ["quillbot", "QuillBot", "quillbot.com"],
  ["janitor_ai", "Janitor AI", "janitorai.com"],
  ["polybuzz", "PolyBuzz", "polybuzz.ai"],
  ["talkie", "Talkie", "talkie-ai.com"],
];
