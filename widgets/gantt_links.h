#pragma once

#include "engine/analysis/links.h"
