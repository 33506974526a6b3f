#include "widgets/study/keep_actions.h"

#include <QAction>
#include <QWidget>

namespace bubblescope {

KeepActions::KeepActions(QWidget* view) : QObject(view) {
    const std::pair<QString, Keep> entries[] = {{tr("Copy picture"), Keep::CopyPicture},
                                                {tr("Save picture…"), Keep::SavePicture},
                                                {tr("Copy values as CSV"), Keep::CopyValues},
                                                {tr("Save values…"), Keep::SaveValues}};
    for (const auto& [text, what] : entries) {
        auto* action = new QAction(text, this);
        connect(action, &QAction::triggered, this, [this, what = what] { emit wanted(what); });
        view->addAction(action);
    }
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

}  // namespace bubblescope
