import { licenseLines } from './license-header';

const of = (text: string): number => licenseLines(text.split('\n'));

describe('licenseLines', () => {
  it.each([
    ['# Copyright 2009 Facebook\n#\n# Licensed under the Apache License\n\n"""Logs."""\nimport os', 4],
    ['/*\n   Copyright (C) 2013\n   You may not use this file\n*/\n\npackage pool;', 5],
    ['/* MIT License */\nexport {};', 1],
    ['#!/bin/sh\n# SPDX-License-Identifier: MIT\nrun', 2],
    ['// Sends a message.\n// It checks the license of the caller elsewhere.\nfn send() {}', 0],
    ['// Sends a message.\nfn send() {}', 0],
    ['fn license() {}\n// Copyright', 0],
    ['/* Copyright, never closed', 0],
    ['', 0],
  ])('%j: %d', (text, lines) => {
    expect(of(text)).toBe(lines);
  });
});
