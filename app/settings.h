#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/analysis/metrics.h"
#include "engine/run/sweep.h"
#include "widgets/basics/theme.h"
#include "widgets/gantt/gantt_layout.h"

#include <optional>

namespace bubblescope {

/// What the program remembers about a person's taste, from one day to the next. The scenario is no part of
/// it: that is the session's.
///
/// Errors  a missing or damaged entry is its default
struct Settings {
    std::optional<ThemeId> theme;  // nothing: as the desktop says
    QString palette;
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    int firstNumber = 0;  // of microbatches and stages: 0 or 1
    BubbleKind bubble = BubbleKind::OfTotal;
    bool keepRatio = true;  // MBS follows D
    SweepAxis chartAxis = SweepAxis::Comm;
    QString chartMetric;
    bool showPanels = true;
    bool showLower = true;
    bool showTable = false;
    QStringList recentFiles;  // newest first, at most kMaxRecentFiles
    QByteArray geometry;
    QByteArray splitter;
    QString exportFolder;
    QString exportFormat = QStringLiteral("png");
    QString exportExperimentFormat = QStringLiteral("png");
    int exportWidth = 1200;
    int exportScale = 2;
    bool exportLegend = true;

    static constexpr int kMaxRecentFiles = 10;
    void addRecentFile(const QString& path);

    static Settings load();
    void save() const;
};

}  // namespace bubblescope
