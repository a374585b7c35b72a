"""The tagger as a PyTorch module: a sentence encoder with a head for labels and one for shares.

It begins as multilingual-e5-small (MIT), twelve layers of width 384, whose vocabulary is cut down to the languages that
sAnon reads (`vocabulary.py`). Embeddings of pieces stay as they are, in four bits. With `quantized` the products run as
onnxruntime will run them, inputs in eight bits for a whole window and weights in seven for each output, so that the
training learns to live with it (Jacob et al. 2018, Quantization and training of neural networks).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from sanon.extraction.tagger.labels import DOMAINS, LABELS
from sanon.extraction.tagger.subwords import COLUMN, LINE

WIDTH, INNER, HEADS, LAYERS, POSITIONS = 384, 1536, 12, 12, 512
_LARGEST_WEIGHT = 63


class Product(nn.Linear):
    """A linear layer that can round as it will be rounded when it runs."""

    quantized = False

    def forward(self, x: Tensor) -> Tensor:
        """Batch x pieces x inputs; each row of the batch is rounded by itself."""
        if not self.quantized:
            return super().forward(x)
        with torch.no_grad():
            low = x.amin(dim=(1, 2), keepdim=True).clamp(max=0)
            high = x.amax(dim=(1, 2), keepdim=True).clamp(min=0)
            step = ((high - low) / 255).clamp(min=1e-8)
            zero = (-low / step).round()
            rounded = ((x / step + zero).round().clamp(0, 255) - zero) * step
            scale = (self.weight.abs().amax(1, keepdim=True) / _LARGEST_WEIGHT).clamp(min=1e-8)
            weight = (self.weight / scale).round() * scale
        # Rounding has no slope; the gradient passes as if it were not there.
        return functional.linear(x + (rounded - x).detach(), self.weight + (weight - self.weight).detach(), self.bias)


class Layer(nn.Module):
    """One layer of the encoder, normalized after each half."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = Product(WIDTH, 3 * WIDTH), Product(WIDTH, WIDTH)
        self.up, self.down = Product(WIDTH, INNER), Product(INNER, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor | None, drop: float) -> Tensor:
        """Batch x pieces x width; the mask is added to the attention scores."""
        batch, length, _ = x.shape
        query, key, value = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = (each.reshape(batch * HEADS, length, -1) for each in (query, key, value))
        scores = torch.bmm(query * (WIDTH // HEADS) ** -0.5, key.transpose(1, 2))
        if mask is not None:
            scores = (scores.view(batch, HEADS, length, length) + mask).view(batch * HEADS, length, length)
        seen = torch.bmm(torch.softmax(scores, -1, dtype=scores.dtype), value)
        seen = seen.view(batch, HEADS, length, -1).transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.norm1(x + self.out(seen))
        inner = self.down(functional.gelu(self.up(x)))
        return self.norm2(x + functional.dropout(inner, drop, self.training))


class Network(nn.Module):
    """The encoder with its heads.

    Args:
        start: file that `vocabulary.py` made: embeddings of pieces and weights to begin with.
        drop: share of the inner values left out in training.
    """

    def __init__(self, start: Path, drop: float = 0.1) -> None:
        super().__init__()
        with np.load(start) as found:
            raw = {name: torch.tensor(found[name].astype(np.float32)) for name in found.files if name != "model"}
        self.pieces = nn.Embedding.from_pretrained(raw["pieces"], freeze=True)
        # Marks of lines and columns begin as the end of a text.
        self.marks = nn.Parameter(raw["pieces"][[2, 2]] + 0.02 * torch.randn(2, WIDTH))
        self.positions = nn.Parameter(raw["emb.pos"].view(POSITIONS, WIDTH) + raw["emb.type"].view(2, WIDTH)[0])
        self.domains = nn.Parameter(torch.zeros(len(DOMAINS), WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.labels, self.share = nn.Linear(WIDTH, len(LABELS)), nn.Linear(WIDTH, 1)
        self.drop = drop
        nn.init.normal_(self.labels.weight, std=0.02)
        nn.init.zeros_(self.labels.bias)
        nn.init.zeros_(self.share.weight)
        nn.init.constant_(self.share.bias, 0.45)
        self._begin(raw)

    def _begin(self, raw: dict[str, Tensor]) -> None:
        self.norm.weight.data, self.norm.bias.data = raw["emb.ln.w"], raw["emb.ln.b"]
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            own = {name.split(".", 1)[1]: each for name, each in raw.items() if name.startswith(f"l{number}.")}
            layer.qkv.weight.data = torch.cat([own[f"{one}.w"].view(WIDTH, WIDTH) for one in "qkv"])
            layer.qkv.bias.data = torch.cat([own[f"{one}.b"] for one in "qkv"])
            for product, name in ((layer.out, "ao"), (layer.up, "fi"), (layer.down, "fo")):
                product.weight.data = own[f"{name}.w"].view(product.weight.shape)
                product.bias.data = own[f"{name}.b"]
            for norm, name in ((layer.norm1, "aln"), (layer.norm2, "oln")):
                norm.weight.data, norm.bias.data = own[f"{name}.w"], own[f"{name}.b"]

    def quantize(self) -> None:
        """From now on round as onnxruntime will."""
        for module in self.modules():
            if isinstance(module, Product):
                module.quantized = True

    def freeze(self, layers: int) -> None:
        """From now on learn nothing before the layer of this number."""
        for parameter in (self.marks, self.positions, self.domains, *self.norm.parameters()):
            parameter.requires_grad = False
        for layer in self.layers[:layers]:
            layer.requires_grad_(False)

    def embedded(self, pieces: Tensor, domains: Tensor) -> Tensor:
        """What the first layer sees, before it is normalized."""
        x = self.pieces(pieces)
        for number, mark in zip((LINE, COLUMN), self.marks, strict=True):
            x = torch.where((pieces == number)[..., None], mark, x)
        return x + self.positions[: pieces.shape[1]] + self.domains[domains][:, None]

    def encoded(self, embedded: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        """Label scores and shares (exponent / 10) of each piece."""
        x = functional.dropout(self.norm(embedded), self.drop, self.training)
        for layer in self.layers:
            x = layer(x, mask, self.drop)
        return self.labels(x), self.share(x)[..., 0]

    def forward(self, pieces: Tensor, domains: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """The same of a batch whose rows have different lengths."""
        mask = None
        if bool((lengths < pieces.shape[1]).any()):
            beyond = (torch.arange(pieces.shape[1])[None] >= lengths[:, None])[:, None, None, :]
            mask = torch.zeros(beyond.shape, dtype=torch.bfloat16).masked_fill(beyond, -1e4)
        return self.encoded(self.embedded(pieces, domains), mask)
