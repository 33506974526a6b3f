#pragma once

#include <QObject>

#include "widgets/study/curves/experiment_curves.h"
#include "widgets/study/keep_actions.h"

class QWidget;

namespace bubblescope {

struct Settings;

/// An experiment on screen, as it is saved or copied.
struct ShownExperiment {
    CurvesData data;  // has results
    std::size_t figure = 0;
    QString name;  // of the document
    ThemeId theme = ThemeId::Light;
};

/// Saves and copies pictures and values of an experiment. Pictures look as the window does.
class ExperimentPictures : public QObject {
    Q_OBJECT

public:
    ExperimentPictures(Settings& settings, QWidget* window);

    void keep(Keep what, const ShownExperiment& shown);

signals:
    void failed(const QString& line);
    void copied(const QString& line);

private:
    void openDialog(const ShownExperiment& shown, const QString& suffix);
    void copyPicture(const ShownExperiment& shown);

    Settings& m_settings;
    QWidget* m_window;
};

}  // namespace bubblescope
